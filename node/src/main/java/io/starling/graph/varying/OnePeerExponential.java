package io.starling.graph.varying;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Repeating;
import io.starling.graph.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * In round t every node sends to the one 2^(t mod ⌈log₂ n⌉) places after it: one message each, and with n = 2^k nodes all
 * have exactly the mean after k rounds.
 *
 * @see <a href="https://arxiv.org/abs/2110.13363">Ying, Yuan, Chen, Hu, Pan, Yin: Exponential Graph is Provably Efficient
 *     for Decentralized Deep Training, NeurIPS 2021</a>, section 4
 */
public final class OnePeerExponential implements Topology.Factory {
    @Override
    public String name() {
        return "one-peer-exponential";
    }

    @Override
    public String doc() {
        return "Every node sends to the one 1, 2, 4, 8, … places after it, one distance a round in turn.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        List<Graph> rounds = new ArrayList<>();
        for (int step = 1; step < nodes || rounds.isEmpty(); step <<= 1) {
            Graph.Builder graph = Graph.builder(nodes);
            for (int node = 0; node < nodes && nodes > 1; node++) {
                graph.arc(node, (node + step) % nodes);
            }
            rounds.add(graph.build());
        }
        return new Repeating(rounds);
    }
}
