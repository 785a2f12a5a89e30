package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/**
 * Every node sends to those 1, 2, 4, 8, … places after it. One-way; all nodes have degree ⌈log₂ n⌉.
 *
 * @see <a href="https://arxiv.org/abs/2110.13363">Ying, Yuan, Chen, Hu, Pan, Yin: Exponential Graph is Provably Efficient
 *     for Decentralized Deep Training, NeurIPS 2021</a>
 */
public final class Exponential implements Topology.Factory {
    @Override
    public String name() {
        return "exponential";
    }

    @Override
    public String doc() {
        return "Every node sends to those 1, 2, 4, 8, … places after it.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes; node++) {
            for (int step = 1; step < nodes; step <<= 1) {
                graph.arc(node, (node + step) % nodes);
            }
        }
        return Topology.of(graph.build());
    }
}
