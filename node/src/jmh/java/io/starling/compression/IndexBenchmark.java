package io.starling.compression;

import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.random.KeyedRandom;
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

/** A million indices out of ten million, at random. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Xmx1g"})
public class IndexBenchmark {
    private static final int COUNT = 1_000_000;
    private static final int BOUND = 10 * COUNT;

    @Param({"elias-gamma", "delta-varint", "bitmap", "raw", "auto"})
    private String codec;

    private IndexCodec indices;
    private final int[] chosen = new int[COUNT];
    private final int[] back = new int[COUNT];
    private final Output out = new Output();
    private Input in;

    @Setup
    public void prepare() {
        indices = Modules.find(IndexCodec.Factory.class, CompressionKeys.INDICES, codec).create(Experiment.parse("", List.of()));
        KeyedRandom random = KeyedRandom.of(1, "benchmark");
        int count = 0;
        for (int i = 0; count < COUNT; i++) {
            if (random.nextInt(BOUND - i) < COUNT - count) {
                chosen[count++] = i;
            }
        }
        indices.encode(chosen, COUNT, BOUND, out);
        in = Input.copyOf(out.view());
    }

    @Benchmark
    public int encode() {
        out.clear();
        indices.encode(chosen, COUNT, BOUND, out);
        return out.size();
    }

    @Benchmark
    public int[] decode() throws CorruptData {
        in.rewind();
        indices.decode(in, COUNT, BOUND, back);
        return back;
    }
}
