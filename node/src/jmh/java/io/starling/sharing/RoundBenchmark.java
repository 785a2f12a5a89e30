package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One node's message and averaging with four neighbours, for a model of GN-LeNet's size; no training, no network. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Xmx1g"})
public class RoundBenchmark {
    private static final int SIZE = 89_834;
    private static final int NEIGHBOURS = 4;

    @Param({"full", "random", "partial", "accumulation", "choco", "jwins", "jwins-pp"})
    private String method;

    private final float[] state = new float[SIZE];
    private final float[] change = new float[SIZE];
    private final List<Message> received = new ArrayList<>();
    private Sharing sharing;
    private int round;

    @Setup
    public void prepare() throws Exception {
        Settings settings = Experiment.parse("", List.of());
        Graph.Builder star = Graph.builder(NEIGHBOURS + 1);
        for (int neighbour = 1; neighbour <= NEIGHBOURS; neighbour++) {
            star.edge(0, neighbour);
        }
        Topology topology = Topology.of(star.build());
        Sharing.Factory factory = Modules.find(Sharing.Factory.class, Sharings.METHOD, method);
        KeyedRandom random = KeyedRandom.of(1, "benchmark");
        for (int i = 0; i < SIZE; i++) {
            state[i] = (float) random.nextGaussian() * 0.05f;
            change[i] = (float) random.nextGaussian() * 0.005f;
        }
        ScratchPool pool = new ScratchPool();
        for (int node = NEIGHBOURS; node >= 0; node--) {
            sharing = factory.create(new Sharing.Context(settings, node, 1, topology, state, pool));
            if (node > 0) {
                Sharing.Content content = sharing.message(trained(node), 0, 1);
                received.add(0, Message.model(node, 0, 0, content.codec(), content.metadataBytes(),
                    ByteBuffer.allocate(content.bytes().remaining()).put(content.bytes()).flip()));
            }
        }
    }

    private float[] trained(int node) {
        KeyedRandom random = KeyedRandom.of(1, "training", node);
        float[] trained = state.clone();
        for (int i = 0; i < SIZE; i++) {
            trained[i] += (float) random.nextGaussian() * 0.005f;
        }
        return trained;
    }

    @Benchmark
    public float[] messageAndAverage() throws Exception {
        for (int i = 0; i < SIZE; i++) {
            state[i] += change[i];
            change[i] = -change[i];
        }
        sharing.message(state, round, NEIGHBOURS);
        sharing.average(state, round++, received, (sender, degree) -> 0.2f);
        return state;
    }
}
