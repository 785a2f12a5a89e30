package io.starling.graph.generate;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.random.KeyedRandom;
import java.util.Random;
import java.util.function.Function;
import org.jgrapht.generate.GraphGenerator;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.jgrapht.util.SupplierUtil;

/** Graphs drawn at random, by JGraphT's generators or others, until one is connected. */
final class Drawn {
    /** A connected graph of degree 2, the rarest that can be asked for, comes once in some √nodes draws. */
    private static final int MAX_DRAWS = 1000;

    private Drawn() {
    }

    /**
     * Draws until a graph is connected.
     *
     * @param purpose names the random stream, together with the round and the number of the draw
     * @param rarely  what to tell the user if none was, as a whole sentence
     */
    static Graph connected(long seed, String purpose, int round, Function<KeyedRandom, Graph> draw, String rarely) {
        for (int number = 0; number < MAX_DRAWS; number++) {
            Graph graph = draw.apply(KeyedRandom.of(seed, purpose, round, number));
            if (graph.isConnected()) {
                return graph;
            }
        }
        throw new UserError("None of " + MAX_DRAWS + " random graphs was connected. " + rarely);
    }

    /** The graph that one of JGraphT's generators makes. */
    static Graph by(GraphGenerator<Integer, DefaultEdge, Integer> generator) {
        var drawn = new SimpleGraph<>(SupplierUtil.createIntegerSupplier(), SupplierUtil.createDefaultEdgeSupplier(), false);
        generator.generateGraph(drawn);
        Graph.Builder graph = Graph.builder(drawn.vertexSet().size());
        for (DefaultEdge edge : drawn.edgeSet()) {
            graph.edge(drawn.getEdgeSource(edge), drawn.getEdgeTarget(edge));
        }
        return graph.build();
    }

    /** The keyed stream, as what JGraphT's generators draw from. */
    static Random from(KeyedRandom random) {
        return new Random(0) {
            /** All of Random's methods draw through this one. */
            @Override
            protected int next(int bits) {
                return (int) (random.nextLong() >>> (64 - bits));
            }
        };
    }
}
