package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class ErdosRenyiTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new ErdosRenyi();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Test
    void hasAboutAsManyEdgesAsTheProbabilitySays() {
        Graph graph = factory().create(GraphSettings.none().with(ErdosRenyi.PROBABILITY, 0.25), 200, 1).at(0);
        assertThat(graph.arcs() / 2).isBetween(4600, 5400);
    }

    @Test
    void saysWhichProbabilityWouldDo() {
        assertThatThrownBy(() -> factory().create(GraphSettings.none().with(ErdosRenyi.PROBABILITY, 0.001), 100, 1))
            .isInstanceOf(UserError.class).hasMessageContaining("graph.probability, now 0.001000, to more than ln(100)/100 = 0.04605");
    }
}
