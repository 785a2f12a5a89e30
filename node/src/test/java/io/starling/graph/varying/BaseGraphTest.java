package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import io.starling.graph.weights.Given;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BaseGraphTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new BaseGraph();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.KEEPS_MEAN, Claim.EXACT};
    }

    @Override
    protected GraphSettings settings(int nodes) {
        return GraphSettings.none().with(GraphKeys.DEGREE, nodes % 4 + 1);
    }

    /** The promise, and the bounds of the paper's Theorem 1. */
    @Test
    void isExactWithAtMostKNeighboursInFewRoundsForAnyNumberOfNodes() {
        for (int k = 1; k <= 4; k++) {
            GraphSettings settings = GraphSettings.none().with(GraphKeys.DEGREE, k);
            for (int nodes = 2; nodes <= 100; nodes++) {
                Topology topology = factory().create(settings, nodes, 0);
                assertThat(topology.period()).isLessThanOrEqualTo((int) (2 * Math.log(nodes) / Math.log(k + 1) + 2 + 1e-9));
                double[][] product = identity(nodes);
                for (int round = 0; round < topology.period(); round++) {
                    Graph graph = topology.at(round);
                    assertThat(graph.maxDegree()).isLessThanOrEqualTo(k);
                    for (int node = 0; node < nodes; node++) {
                        product[node] = averaged(graph, new Given(), product[node]);
                    }
                }
                double mean = 1.0 / nodes;
                assertThat(Arrays.stream(product).flatMapToDouble(Arrays::stream).map(entry -> Math.abs(entry - mean)).max().orElseThrow())
                    .as("%s nodes, k = %s", nodes, k).isLessThan(1e-6);
            }
        }
    }

    private static double[][] identity(int nodes) {
        double[][] identity = new double[nodes][nodes];
        for (int node = 0; node < nodes; node++) {
            identity[node][node] = 1;
        }
        return identity;
    }

    /** The paper's Figure 4: six nodes, one neighbour, in four rounds; the simple construction takes five. */
    @Test
    void isShorterThanTheSimpleConstructionWhereItCanBe() {
        assertThat(factory().create(GraphSettings.none().with(GraphKeys.DEGREE, 1), 6, 0).period()).isEqualTo(4);
        assertThat(SimpleBaseGraph.rounds(new int[] {0, 1, 2, 3, 4, 5}, 1).size()).isEqualTo(5);
        assertThat(factory().create(GraphSettings.none().with(GraphKeys.DEGREE, 1), 5, 0).period()).isEqualTo(5);
        assertThat(factory().create(GraphSettings.none().with(GraphKeys.DEGREE, 1), 8, 0).period()).isEqualTo(3);
    }

    @Test
    void takesTheFewestDigits() {
        assertThat(HyperHypercube.fewestFactors(36, 6)).containsExactly(6, 6);
        assertThat(HyperHypercube.fewestFactors(8, 4)).hasSize(2);
        assertThat(HyperHypercube.fewestFactors(14, 6)).isNull();
        assertThat(HyperHypercube.fewestFactors(1, 6)).isEmpty();
    }
}
