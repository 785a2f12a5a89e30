package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SmallWorldTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new SmallWorld();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Override
    protected GraphSettings settings(int nodes) {
        return GraphSettings.none().with(GraphKeys.DEGREE, nodes > 4 ? 4 : 2);
    }

    @Override
    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(3, 70);
    }

    @Test
    void withoutRewiringItIsALattice() {
        GraphSettings settings = GraphSettings.none().with(GraphKeys.DEGREE, 4).with(SmallWorld.REWIRING, 0.0);
        assertThat(factory().create(settings, 10, 1).at(0).targets(0)).containsExactly(1, 2, 8, 9);
    }

    @Test
    void rewiringKeepsTheNumberOfEdges() {
        GraphSettings settings = GraphSettings.none().with(GraphKeys.DEGREE, 4).with(SmallWorld.REWIRING, 0.5);
        assertThat(factory().create(settings, 50, 1).at(0).arcs()).isEqualTo(200);
        assertThat(factory().create(settings, 50, 1).at(0)).isNotEqualTo(factory().create(settings, 50, 2).at(0));
    }

    @Test
    void saysWhichDegreeWouldDo() {
        assertThatThrownBy(() -> factory().create(GraphSettings.none(), 16, 1)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.degree = 5").hasMessageContaining("set graph.degree to 6");
        assertThatThrownBy(() -> factory().create(GraphSettings.none().with(GraphKeys.DEGREE, 6), 6, 1)).isInstanceOf(UserError.class)
            .hasMessageContaining("set graph.degree to 4");
    }
}
