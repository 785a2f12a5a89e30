package io.starling.graph.varying;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Varying;
import io.starling.random.KeyedRandom;

/**
 * In every round the nodes pair up at random and average with their partner; of an odd number one stays alone.
 *
 * @see <a href="https://doi.org/10.1109/TIT.2006.874516">Boyd, Ghosh, Prabhakar, Shah: Randomized gossip algorithms, IEEE
 *     Trans. Inf. Theory 2006</a>
 */
public final class RandomMatching implements Topology.Factory {
    @Override
    public String name() {
        return "random-matching";
    }

    @Override
    public String doc() {
        return "Random pairs, others in every round.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        return new Varying(nodes, round -> {
            int[] order = KeyedRandom.of(seed, "graph.random-matching", round).permutation(nodes);
            Graph.Builder graph = Graph.builder(nodes);
            for (int i = 0; i + 1 < nodes; i += 2) {
                graph.edge(order[i], order[i + 1]);
            }
            return graph.build();
        });
    }
}
