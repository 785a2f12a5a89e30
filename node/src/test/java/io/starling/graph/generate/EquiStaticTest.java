package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class EquiStaticTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new EquiStatic();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void everyNodeHasTheSameDistancesAndAnEvenShareOfThem() {
        Graph graph = topology(40, 3).at(0);
        assertThat(graph.degree(0)).isEqualTo(5);
        double sum = 0;
        for (int source : graph.sources(0)) {
            sum += graph.weight(0, source);
            assertThat(graph.weight(7, (source + 7) % 40)).isEqualTo(graph.weight(0, source));
        }
        assertThat(sum).isCloseTo(39 / 40.0, within(1e-6));
    }

    @Test
    void allRotationsTogetherAreExact() {
        Graph graph = factory().create(GraphSettings.none().with(GraphKeys.DEGREE, 99), 12, 3).at(0);
        assertThat(graph.degree(0)).isEqualTo(11);
        assertThat(graph.weight(0, 7)).isCloseTo(1f / 12, within(1e-6f));
    }

    @Test
    void goesBothWaysIfAsked() {
        for (int nodes = 2; nodes < 40; nodes++) {
            Graph graph = factory().create(GraphSettings.none().with(EquiStatic.UNDIRECTED, true), nodes, 3).at(0);
            assertThat(graph.isSymmetric()).isTrue();
            for (int source : graph.sources(0)) {
                assertThat(graph.weight(0, source)).isEqualTo(graph.weight(source, 0));
            }
        }
    }
}
