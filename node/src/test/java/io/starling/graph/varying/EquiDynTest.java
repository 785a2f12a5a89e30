package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import io.starling.graph.generate.EquiStatic;
import org.junit.jupiter.api.Test;

class EquiDynTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new EquiDyn();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void whatArrivesHasTheWeightOfThePaper() {
        Graph graph = factory().create(GraphSettings.none().with(EquiDyn.ETA, 0.8), 10, 1).at(4);
        assertThat(graph.weight(0, graph.sources(0)[0])).isEqualTo(0.72f);
    }

    @Test
    void pairsUpIfAsked() {
        for (int nodes = 1; nodes < 40; nodes++) {
            Topology topology = factory().create(GraphSettings.none().with(EquiStatic.UNDIRECTED, true), nodes, 3);
            for (int round = 0; round < 20; round++) {
                Graph graph = topology.at(round);
                assertThat(graph.isSymmetric()).isTrue();
                assertThat(graph.maxDegree()).isEqualTo(nodes > 1 ? 1 : 0);
                assertThat(graph.arcs()).as("at least two of three nodes find a partner").isGreaterThanOrEqualTo(nodes * 2 / 3 / 2 * 2);
            }
        }
    }
}
