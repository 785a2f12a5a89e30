package io.starling.sharing;

import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import io.starling.sharing.averaging.Averaging;
import io.starling.sharing.averaging.ParameterWise;
import io.starling.sharing.averaging.Weighted;
import io.starling.sharing.domain.Wavelet;
import io.starling.sharing.selection.Largest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The parts of partial sharing on a model of a million parameters. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Xmx1g"})
public class PartsBenchmark {
    private static final int SIZE = 1_000_000;
    private static final int NEIGHBOURS = 4;

    private final ScratchPool pool = new ScratchPool();
    private final float[] state = new float[SIZE];
    private final float[] back = new float[SIZE];
    private final int[] chosen = new int[SIZE + 1];
    private final Wavelet wavelet = new Wavelet("sym2", 4, SIZE);
    private final float[] coefficients = new float[wavelet.size()];
    private final List<Averaging.Part> parts = new ArrayList<>();

    @Setup
    public void prepare() {
        KeyedRandom random = KeyedRandom.of(1, "benchmark");
        for (int i = 0; i < SIZE; i++) {
            state[i] = (float) random.nextGaussian();
        }
        for (int sender = 0; sender < NEIGHBOURS; sender++) {
            int[] indices = new int[SIZE / 10];
            float[] values = new float[SIZE / 10];
            int count = 0;
            for (int i = 0; i < SIZE && count < indices.length; i++) {
                if (random.nextInt(10) == 0) {
                    values[count] = random.nextFloat();
                    indices[count++] = i;
                }
            }
            parts.add(new Averaging.Part(sender, 0.2f, count, indices, values));
        }
    }

    @Benchmark
    public int[] topKOfATenth() {
        try (ScratchPool.Scratch scratch = pool.borrow()) {
            Largest.choose(state, SIZE, SIZE / 10, chosen, scratch);
            return chosen;
        }
    }

    /** The baseline of {@link #topKOfATenth}. */
    @Benchmark
    public float[] fullSort() {
        float[] sorted = state.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    @Benchmark
    public float[] waveletForward() {
        try (ScratchPool.Scratch scratch = pool.borrow()) {
            wavelet.forward(state, coefficients, scratch);
            return coefficients;
        }
    }

    @Benchmark
    public float[] waveletInverse() {
        try (ScratchPool.Scratch scratch = pool.borrow()) {
            wavelet.inverse(coefficients, back, scratch);
            return back;
        }
    }

    @Benchmark
    public float[] weightedAverageOfFour() {
        return average(new Weighted());
    }

    @Benchmark
    public float[] parameterWiseAverageOfFour() {
        return average(new ParameterWise());
    }

    private float[] average(Averaging averaging) {
        try (ScratchPool.Scratch scratch = pool.borrow()) {
            averaging.average(back, SIZE, parts, scratch);
            return back;
        }
    }
}
