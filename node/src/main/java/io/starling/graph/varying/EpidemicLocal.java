package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.Varying;
import io.starling.random.KeyedRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * EL-Local: in every round each node sends to s random others, without regard to what those receive, and takes the plain
 * average of its own model and whatever arrives. How many arrive varies; the mean of all models is kept on average only.
 *
 * <p>A node's targets depend on (seed, node, round) alone, so it can draw its own without the whole graph.
 *
 * @see <a href="https://arxiv.org/abs/2310.01972">de Vos, Farhadkhani, Guerraoui, Kermarrec, Pires, Sharma: Epidemic
 *     Learning: Boosting Decentralized Learning with Randomized Communication, NeurIPS 2023</a>
 */
public final class EpidemicLocal implements Topology.Factory {
    @Override
    public String name() {
        return "epidemic-local";
    }

    @Override
    public String doc() {
        return "EL-Local: every node sends to graph.degree random others in every round; how many it hears from varies.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int peers = settings.get(GraphKeys.DEGREE);
        if (peers >= nodes && nodes > 1) {
            throw new UserError("graph.degree = " + peers + " with nodes = " + nodes + ": graph.kind = " + name()
                + " sends to fewer others than there are nodes; set graph.degree to at most " + (nodes - 1) + ", or use more nodes.");
        }
        return new Varying(nodes, round -> graph(nodes, nodes > 1 ? peers : 0, seed, round));
    }

    private static Graph graph(int nodes, int peers, long seed, int round) {
        List<Set<Integer>> targets = new ArrayList<>(nodes);
        int[] received = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            targets.add(targets(node, nodes, peers, KeyedRandom.of(seed, "graph.epidemic-local", node, round)));
            targets.get(node).forEach(target -> received[target]++);
        }
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes; node++) {
            for (int target : targets.get(node)) {
                graph.arc(node, target, 1f / (received[target] + 1));
            }
        }
        return graph.build();
    }

    /** So many different others (Floyd's sampling: as many draws as there are targets). */
    private static Set<Integer> targets(int node, int nodes, int peers, KeyedRandom random) {
        Set<Integer> places = new HashSet<>();
        for (int last = nodes - 1 - peers; last < nodes - 1; last++) {
            int place = random.nextInt(last + 1);
            places.add(places.contains(place) ? last : place);
        }
        Set<Integer> targets = new HashSet<>();
        places.forEach(place -> targets.add(place < node ? place : place + 1));
        return targets;
    }
}
