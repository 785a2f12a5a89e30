package io.starling.node.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Experiment;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topologies;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestModelsTest {
    private static final int NODES = 20;
    private static final int SEED = 5;
    private final NearestModels factory = new NearestModels();

    private static Settings settings(String more) {
        return Experiment.parse("nodes = " + NODES + ", graph { kind = regular, degree = 5 }, " + more, List.of());
    }

    private PeerSampler sampler(Settings settings) {
        return factory.create(settings, Topologies.create(settings, NODES, SEED, file -> null), SEED);
    }

    /** Even nodes have one kind of model, odd ones another; no two have the same. */
    private static float[] model(int node) {
        KeyedRandom noise = KeyedRandom.of(1, "model", node);
        KeyedRandom common = KeyedRandom.of(1, "kind", node % 2);
        float[] state = new float[5000];
        for (int i = 0; i < state.length; i++) {
            state[i] = (float) (common.nextGaussian() + 0.2 * noise.nextGaussian());
        }
        return state;
    }

    private void tell(PeerSampler sampler, int node) {
        sampler.hear(node, 0, factory.profile(settings(""), SEED).of(model(node)));
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, NODES);
        return all;
    }

    private static long withinKinds(Graph graph) {
        return IntStream.range(0, NODES).mapToLong(a -> IntStream.of(graph.targets(a)).filter(b -> (a - b) % 2 == 0).count()).sum();
    }

    private static long arcs(Graph graph) {
        return IntStream.range(0, NODES).mapToLong(a -> graph.targets(a).length).sum();
    }

    private static void requireUndirectedAndConnected(Graph graph) {
        for (int a = 0; a < NODES; a++) {
            assertThat(graph.targets(a)).isEqualTo(graph.sources(a));
        }
        assertThat(graph.isConnected()).isTrue();
    }

    @Test
    void likeModelsAreLinkedAndAllStayConnected() {
        PeerSampler sampler = sampler(settings(""));
        IntStream.range(0, NODES).forEach(node -> tell(sampler, node));
        Graph graph = sampler.graph(3, all());
        requireUndirectedAndConnected(graph);
        for (int a = 0; a < NODES; a++) {
            int node = a;
            assertThat(IntStream.of(graph.targets(a)).filter(b -> (node - b) % 2 == 0).count()).isGreaterThanOrEqualTo(3);
        }
        assertThat(arcs(graph) - withinKinds(graph)).as("only the ring of 20 edges crosses").isBetween(1L, 40L);
        assertThat(sampler.graph(3, all())).as("a function of what is known").isEqualTo(graph);
        assertThat(sampler.graph(4, all())).as("the ring is another").isNotEqualTo(graph);
    }

    @Test
    void orThoseThatDifferMost() {
        PeerSampler sampler = sampler(settings("sampler.order = farthest"));
        IntStream.range(0, NODES).forEach(node -> tell(sampler, node));
        Graph graph = sampler.graph(0, all());
        requireUndirectedAndConnected(graph);
        assertThat(withinKinds(graph)).as("only the ring of 20 edges does not cross").isBetween(0L, 40L);
    }

    @Test
    void whoIsNotKnownOrNotThere() {
        PeerSampler sampler = sampler(settings(""));
        Graph nobodyKnown = sampler.graph(0, all());
        requireUndirectedAndConnected(nobodyKnown);
        assertThat(IntStream.range(0, NODES)).allSatisfy(node -> assertThat(nobodyKnown.targets(node).length).isGreaterThanOrEqualTo(3));
        tell(sampler, 4);
        requireUndirectedAndConnected(sampler.graph(1, all()));
        BitSet some = new BitSet();
        some.set(2, 9);
        Graph ofSome = sampler.graph(2, some);
        assertThat(IntStream.range(0, NODES)).allSatisfy(node -> assertThat(ofSome.targets(node).length > 0).isEqualTo(some.get(node)));
        BitSet one = new BitSet();
        one.set(7);
        assertThat(arcs(sampler.graph(3, one))).isZero();
        assertThat(arcs(sampler.graph(3, new BitSet()))).isZero();
    }

    @Test
    void garbageIsNotKept() {
        PeerSampler sampler = sampler(settings(""));
        IntStream.range(0, NODES).forEach(node -> tell(sampler, node));
        Graph before = sampler.graph(0, all());
        sampler.hear(3, 0, ByteBuffer.allocate(7));
        sampler.hear(3, 0, factory.profile(settings(""), SEED).of(new float[] {Float.NaN, 1}));
        assertThat(sampler.graph(0, all())).isEqualTo(before);
    }

    @Test
    void distancesOfSketchesAreAboutThoseOfModels() {
        ModelSketch sketch = new ModelSketch(9);
        for (int pair = 0; pair < 20; pair++) {
            float[] a = model(pair);
            float[] b = model(pair + 1 + pair % 3);
            double exact = 0;
            for (int i = 0; i < a.length; i++) {
                exact += (double) (a[i] - b[i]) * (a[i] - b[i]);
            }
            assertThat(ModelSketch.squaredDistance(ModelSketch.read(sketch.of(a)), ModelSketch.read(sketch.of(b)))).isBetween(0.5 * exact, 1.7 * exact);
        }
    }

    @Test
    void somebodyMustBeLeftToChoose() {
        assertThatThrownBy(() -> sampler(settings("graph.degree = 2"))).isInstanceOf(UserError.class).hasMessageContaining("graph.degree = 2").hasMessageContaining("at least 3");
    }
}
