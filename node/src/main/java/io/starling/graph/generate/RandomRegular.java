package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.random.KeyedRandom;
import java.util.List;
import org.jgrapht.generate.RandomRegularGraphGenerator;

/**
 * A random graph in which every node has the same degree; always regular, always connected.
 *
 * <p>Drawn by JGraphT after Kim and Vu, and drawn again until it is connected, which for degrees from 3 on the first
 * almost always is. Where the degree is more than half of the nodes it is the complement of a sparse one that is drawn,
 * because pairing dense graphs hardly ever succeeds.
 *
 * @see <a href="https://doi.org/10.1145/780542.780576">Kim, Vu: Generating random regular graphs, STOC 2003</a>
 */
public final class RandomRegular implements Topology.Factory {
    @Override
    public String name() {
        return "regular";
    }

    @Override
    public String doc() {
        return "A random connected graph in which every node has graph.degree neighbours.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        return Topology.of(graph(nodes, checkedDegree(settings, name(), nodes), seed, 0));
    }

    /** The configured degree; refuses those for which no such graph exists, with the nearest for which it does. */
    public static int checkedDegree(Settings settings, String kind, int nodes) {
        int degree = settings.get(GraphKeys.DEGREE);
        String what = "graph.degree = " + degree + " with nodes = " + nodes + ": graph.kind = " + kind + " ";
        if (degree >= nodes) {
            throw new UserError(what + "needs fewer neighbours than nodes; "
                + (nodes > 1 ? "set graph.degree to at most " + (nodes - 1) : "set graph.kind = complete") + ", or use more nodes.");
        }
        if (degree == 1 && nodes > 2) {
            throw new UserError(what + "would be separate pairs; set graph.degree to at least 2, or graph.kind = random-matching for new "
                + "pairs in every round.");
        }
        if (nodes * (long) degree % 2 != 0) {
            throw new UserError(what + "does not exist, as nodes × degree must be even; set graph.degree to " + (degree - 1)
                + (degree + 1 < nodes ? " or " + (degree + 1) : "") + ", or nodes to " + (nodes + 1) + ".");
        }
        return degree;
    }

    /** The graph of a round; static topologies take that of round 0. */
    public static Graph graph(int nodes, int degree, long seed, int round) {
        return Drawn.connected(seed, "graph.regular", round, random -> draw(nodes, degree, random),
            "Set graph.degree to more than " + degree + ".");
    }

    private static Graph draw(int nodes, int degree, KeyedRandom random) {
        boolean dense = 2 * degree >= nodes;
        Graph sparse = Drawn.by(new RandomRegularGraphGenerator<>(nodes, dense ? nodes - 1 - degree : degree, Drawn.from(random)));
        return dense ? complement(sparse) : sparse;
    }

    private static Graph complement(Graph graph) {
        Graph.Builder complement = Graph.builder(graph.nodes());
        for (int a = 0; a < graph.nodes(); a++) {
            for (int b = a + 1; b < graph.nodes(); b++) {
                if (!graph.hasArc(a, b)) {
                    complement.edge(a, b);
                }
            }
        }
        return complement.build();
    }
}
