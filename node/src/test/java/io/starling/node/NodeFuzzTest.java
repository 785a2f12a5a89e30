package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.UserError;
import io.starling.dataset.GrowingSamples;
import io.starling.dataset.Samples;
import io.starling.dataset.Synthetic;
import io.starling.fuzz.HostileBytes;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.graph.file.GraphFormat;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/** What nodes are told beside models: neighbours, samples, and graphs out of files. */
class NodeFuzzTest {
    private static final int NODES = 9;

    @AfterContainer
    static void count() {
        System.out.println("hostile inputs so far: " + HostileBytes.inputs());
    }

    private static byte[] hostile(byte[] valid, Random random) {
        return random.nextInt(4) == 0 ? HostileBytes.random(random) : HostileBytes.mutated(valid, random);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void sampledNeighboursAreOtherNodesOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        int[] peers = random.ints(random.nextInt(NODES), 1, NODES).sorted().distinct().toArray();
        byte[] valid = new SampledNeighbourhood(peers, peers, new float[peers.length]).encode().array();
        HostileBytes.feed(hostile(valid, random), bytes -> {
            SampledNeighbourhood decoded = SampledNeighbourhood.decode(ByteBuffer.wrap(bytes), 0, NODES);
            assertThat(Arrays.stream(decoded.targets()).allMatch(peer -> peer > 0 && peer < NODES)).isTrue();
            assertThat(decoded.weights()).hasSameSizeAs(decoded.sources());
        }, IllegalArgumentException.class);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void samplesAreAddedOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        Synthetic data = new Synthetic(6, 3, 0.5, 1);
        Samples own = data.format().pack(data.samples("train", 0, 8));
        ByteBuffer drawn = new GrowingSamples(own, 100).draw(4, KeyedRandom.of(seed, "fuzz"));
        byte[] valid = new byte[drawn.remaining()];
        drawn.get(valid);
        HostileBytes.feed(hostile(valid, random), bytes -> {
            GrowingSamples samples = new GrowingSamples(own, 20);
            samples.add(ByteBuffer.wrap(bytes));
            assertThat(samples.all().count()).isBetween(8, 20);
        }, GrowingSamples.NotSamples.class);
    }

    private static final List<String> GRAPHS = List.of(
        "4\n0 1\n1 2\n2 3\n3 0\n", "4\n1 3\n0 2\n1 3\n2 0\n", "3\n0 1 0.3\n1 2 0.25\n2 0 0.5\n", "# a comment\n5\n\n0 1\n", "4\n0 0 1\n0 1 2\n1 2 3\n", "2\n0 1 0.5\n1 0 0.5\n");

    @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void graphTextsAreGraphsOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] text = HostileBytes.mutated(GRAPHS.get(random.nextInt(GRAPHS.size())).getBytes(StandardCharsets.US_ASCII), random);
        for (GraphFormat format : GraphFormat.values()) {
            HostileBytes.feed(text, bytes -> {
                Topology topology = GraphFile.read("fuzz", new String(bytes, StandardCharsets.ISO_8859_1), format.label(), random.nextBoolean() ? 0 : 4);
                Graph graph = topology.at(0);
                for (int node = 0; node < Math.min(graph.nodes(), 50); node++) {
                    assertThat(Arrays.stream(graph.targets(node)).allMatch(peer -> peer >= 0 && peer < graph.nodes())).isTrue();
                }
            }, UserError.class);
        }
    }
}
