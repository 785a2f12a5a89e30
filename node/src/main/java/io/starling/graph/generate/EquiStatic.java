package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * The average of M random rotations of the ring: every node receives from those u₁, …, u_M places before it, with the
 * weight (n-1)/(nM) each. Agrees as fast with many nodes as with few.
 *
 * <p>One-way (D-EquiStatic), or, with {@code graph.undirected}, each rotation with its reverse at half the weight
 * (U-EquiStatic). The rotations are all different, where the paper may draw one twice, so that the degree is the one asked
 * for; sampling without repetition is never further from its mean. Drawn again until it is connected.
 *
 * @see <a href="https://arxiv.org/abs/2210.07881">Song, Li, Jin, Shi, Yan, Yin, Yuan: Communication-Efficient Topologies
 *     for Decentralized Learning with O(1) Consensus Rate, NeurIPS 2022</a>, section 3
 */
public final class EquiStatic implements Topology.Factory {
    public static final Key<Boolean> UNDIRECTED = Key.flag("graph.undirected").orElse(false)
        .doc("Whether the edges of equi-static and equi-dyn graphs go both ways.");

    @Override
    public String name() {
        return "equi-static";
    }

    @Override
    public String doc() {
        return "Every node receives from those graph.degree random distances before it, the same distances for all.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE, UNDIRECTED);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        if (nodes == 1) {
            return Topology.of(Graph.builder(1).build());
        }
        int rotations = Math.min(settings.get(GraphKeys.DEGREE), nodes - 1);
        boolean undirected = settings.get(UNDIRECTED);
        return Topology.of(Drawn.connected(seed, "graph.equi-static", 0, random -> draw(nodes, rotations, undirected, random),
            "Set graph.degree to more than " + rotations + "."));
    }

    private static Graph draw(int nodes, int rotations, boolean undirected, KeyedRandom random) {
        int[] times = new int[nodes];
        int[] order = random.permutation(nodes - 1);
        for (int i = 0; i < rotations; i++) {
            int distance = 1 + order[i];
            times[distance]++;
            times[undirected ? nodes - distance : distance]++;
        }
        Graph.Builder graph = Graph.builder(nodes);
        for (int distance = 1; distance < nodes; distance++) {
            if (times[distance] > 0) {
                float weight = (float) (times[distance] * (nodes - 1.0) / (2.0 * nodes * rotations));
                for (int node = 0; node < nodes; node++) {
                    graph.arc(node, (node + distance) % nodes, weight);
                }
            }
        }
        return graph.build();
    }
}
