package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class GridTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Grid();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Test
    void isAsSquareAsCanBe() {
        Graph graph = topology(12, 0).at(0);
        assertThat(graph.targets(0)).containsExactly(1, 4);
        assertThat(graph.targets(5)).containsExactly(1, 4, 6, 9);
        assertThat(graph.targets(11)).containsExactly(7, 10);
    }

    @Test
    void rowsMayBeGiven() {
        assertThat(factory().create(GraphSettings.none().with(Grid.ROWS, 2), 12, 0).at(0).targets(0)).containsExactly(1, 6);
        assertThatThrownBy(() -> factory().create(GraphSettings.none().with(Grid.ROWS, 5), 12, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.rows = 5 with nodes = 12").hasMessageContaining("nodes to 10");
    }
}
