package io.starling.node.sampler;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.generate.RandomRegular;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Neighbours by likeness: every node with the k whose models are nearest to its own, or farthest from it, and with some at random.
 *
 * <p>The k-nearest-neighbour overlays of T-Man and Vicinity (Jelasity et al. 2009, Voulgaris and van Steen 2013), made by the one place that
 * hears of all. Nearest ones make groups with like data, for models of their own; farthest ones bring what a node's own data lacks. The random ones are a
 * ring through all, which keeps groups connected.
 *
 * <p>Nodes tell a {@linkplain ModelSketch sketch} of their model with each question. Whose is not known yet is chosen at random. As a
 * round's graph is made when its first node asks, others' sketches are those of their last question; so results depend on timing.
 */
public final class NearestModels implements PeerSampler.Factory {
    static final Key<String> ORDER = Key.string("sampler.order").oneOf("nearest", "farthest").orElse("nearest")
        .doc("Whether the peer sampler nearest links nodes whose models are most alike, or least.");
    private static final int RING = 2;

    @Override
    public String name() {
        return "nearest";
    }

    @Override
    public String doc() {
        return "Every node with the graph.degree - 2 whose models are most like its own (or least: sampler.order), and two at random; who is chosen by many has more.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE, ORDER);
    }

    @Override
    public PeerSampler.Profile profile(Settings settings, long seed) {
        return new ModelSketch(seed)::of;
    }

    @Override
    public PeerSampler create(Settings settings, Topology topology, long seed) {
        int degree = settings.get(GraphKeys.DEGREE);
        if (degree <= RING) {
            throw new UserError(GraphKeys.DEGREE + " = " + degree + " leaves the peer sampler nearest nobody to choose: two are at random. Set at least " + (RING + 1) + ".");
        }
        return new Sampler(topology.nodes(), degree - RING, settings.get(ORDER).equals("nearest") ? 1 : -1, seed);
    }

    private static final class Sampler implements PeerSampler {
        private final float[][] sketches;
        private final int chosen;
        /** -1 where the farthest come first. */
        private final int sign;
        private final long seed;

        Sampler(int nodes, int chosen, int sign, long seed) {
            sketches = new float[nodes][];
            this.chosen = chosen;
            this.sign = sign;
            this.seed = seed;
        }

        @Override
        public void hear(int node, int round, ByteBuffer profile) {
            float[] sketch = ModelSketch.read(profile);
            if (sketch != null) {
                sketches[node] = sketch;
            }
        }

        @Override
        public Graph graph(int round, BitSet available) {
            int[] present = available.stream().toArray();
            Graph.Builder graph = Graph.builder(sketches.length);
            if (present.length > 1) {
                for (int node : present) {
                    choose(node, present, round).forEach(peer -> graph.edge(node, peer));
                }
                Graph ring = RandomRegular.graph(present.length, AmongAvailable.feasible(RING, present.length), seed, round);
                for (int a = 0; a < present.length; a++) {
                    for (int b : ring.targets(a)) {
                        graph.arc(present[a], present[b]);
                    }
                }
            }
            return graph.build();
        }

        private IntStream choose(int node, int[] present, int round) {
            return IntStream.of(present).filter(peer -> peer != node).mapToObj(peer -> new Candidate(peer, rank(node, peer), KeyedRandom.key(seed, "nearest", node, peer, round)))
                .sorted(Comparator.comparingDouble(Candidate::rank).thenComparingLong(Candidate::lot)).limit(chosen).mapToInt(Candidate::node);
        }

        /** Lower is better; those not known come last, and among each other at random. */
        private double rank(int a, int b) {
            return sketches[a] == null || sketches[b] == null ? Double.POSITIVE_INFINITY : sign * ModelSketch.squaredDistance(sketches[a], sketches[b]);
        }
    }

    private record Candidate(int node, double rank, long lot) {
    }
}
