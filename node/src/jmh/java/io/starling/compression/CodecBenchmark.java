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

/** A million floats; 1 op/s is 4 MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Xmx1g"})
public class CodecBenchmark {
    private static final int SIZE = 1_000_000;

    @Param({"f32", "fp16", "bf16", "int8", "qsgd", "zfp", "zfp-rate", "fpzip", "lz4"})
    private String codec;

    private ValueCodec values;
    private final float[] floats = new float[SIZE];
    private final float[] back = new float[SIZE];
    private final Output out = new Output();
    private Input in;

    @Setup
    public void prepare() {
        values = Modules.find(ValueCodec.Factory.class, CompressionKeys.VALUES, codec).create(Experiment.parse("", List.of()));
        KeyedRandom random = KeyedRandom.of(1, "benchmark");
        for (int i = 0; i < SIZE; i++) {
            floats[i] = (float) (random.nextGaussian() * 0.05);
        }
        values.encode(floats, SIZE, 1, out);
        in = Input.copyOf(out.view());
    }

    @Benchmark
    public int encode() {
        out.clear();
        values.encode(floats, SIZE, 1, out);
        return out.size();
    }

    @Benchmark
    public float[] decode() throws CorruptData {
        in.rewind();
        values.decode(in, SIZE, back);
        return back;
    }
}
