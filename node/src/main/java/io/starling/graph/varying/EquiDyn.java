package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Varying;
import io.starling.graph.generate.EquiStatic;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * In every round one random distance u for all: every node sends to the one u places after it (OD-EquiDyn), or, with
 * {@code graph.undirected}, nodes u places apart pair up, walking from a random start (OU-EquiDyn). What arrives has the
 * weight η(n-1)/n. Agrees as fast with many nodes as with few, for one message each.
 *
 * @see <a href="https://arxiv.org/abs/2210.07881">Song, Li, Jin, Shi, Yan, Yin, Yuan: Communication-Efficient Topologies
 *     for Decentralized Learning with O(1) Consensus Rate, NeurIPS 2022</a>, section 4
 */
public final class EquiDyn implements Topology.Factory {
    public static final Key<Double> ETA = Key.number("graph.eta").between(0.01, 1).orElse(0.5)
        .doc("η of equi-dyn graphs: how much of the neighbour's model is taken.");

    @Override
    public String name() {
        return "equi-dyn";
    }

    @Override
    public String doc() {
        return "Every node sends to the one a random distance after it, the same for all, another in every round.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ETA, EquiStatic.UNDIRECTED);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        float weight = (float) (settings.get(ETA) * (nodes - 1) / nodes);
        boolean undirected = settings.get(EquiStatic.UNDIRECTED);
        return new Varying(nodes, round -> {
            Graph.Builder graph = Graph.builder(nodes);
            if (nodes > 1) {
                KeyedRandom random = KeyedRandom.of(seed, "graph.equi-dyn", round);
                int distance = 1 + random.nextInt(nodes - 1);
                if (undirected) {
                    pairUp(graph, nodes, distance, random.nextInt(nodes), weight);
                } else {
                    rotate(graph, nodes, distance, weight);
                }
            }
            return graph.build();
        });
    }

    private static void rotate(Graph.Builder graph, int nodes, int distance, float weight) {
        for (int node = 0; node < nodes; node++) {
            graph.arc(node, (node + distance) % nodes, weight);
        }
    }

    private static void pairUp(Graph.Builder graph, int nodes, int distance, int start, float weight) {
        boolean[] paired = new boolean[nodes];
        for (int i = 0; i < nodes; i++) {
            int node = (start + i) % nodes;
            int partner = (node + distance) % nodes;
            if (!paired[node] && !paired[partner]) {
                graph.edge(node, partner, weight);
                paired[node] = true;
                paired[partner] = true;
            }
        }
    }
}
