package io.starling.node.sampler;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.generate.RandomRegular;
import java.util.BitSet;
import java.util.List;

/**
 * A fresh random regular graph in every round, of those only that are available: nobody waits for a node that is gone, and
 * the others keep their number of neighbours.
 */
public final class AmongAvailable implements PeerSampler.Factory {
    @Override
    public String name() {
        return "available";
    }

    @Override
    public String doc() {
        return "A fresh random graph of degree graph.degree in every round, among the nodes that are neither gone nor far behind.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE);
    }

    @Override
    public PeerSampler create(Settings settings, Topology topology, long seed) {
        int degree = settings.get(GraphKeys.DEGREE);
        return (round, available) -> {
            int[] present = available.stream().toArray();
            Graph.Builder graph = Graph.builder(topology.nodes());
            if (present.length > 1) {
                Graph among = RandomRegular.graph(present.length, feasible(degree, present.length), seed, round);
                for (int a = 0; a < present.length; a++) {
                    for (int b : among.targets(a)) {
                        graph.arc(present[a], present[b]);
                    }
                }
            }
            return graph.build();
        };
    }

    /** The degree nearest to the wanted one for which so many nodes have a connected regular graph. */
    static int feasible(int degree, int nodes) {
        int most = Math.max(Math.min(degree, nodes - 1), Math.min(2, nodes - 1));
        return most * nodes % 2 == 0 ? most : most - 1;
    }
}
