package io.starling.engine;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The most floating-point operations that one thread can do here, measured: what the engine's speed is to be compared with.
 *
 * <p>For the vector kernels that is multiply-adds in registers, nothing else; for the others, whose limit is their library's, a large
 * matrix product.
 */
public final class PeakSpeed {
    private static final int ROUNDS = 20_000;
    private static final int SIDE = 384;
    private static final int REPETITIONS = 40;

    private PeakSpeed() {
    }

    /** In GFLOP/s of CPU time: the median of some measurements after a warm-up. */
    public static double gigaflops(KernelSet set) {
        return set == KernelSet.VECTOR ? inRegisters() : inProduct(set.kernels());
    }

    private static double inRegisters() {
        float[] sink = new float[1];
        return measure(() -> {
            sink[0] += VectorKernels.multiplyAdds(ROUNDS);
            return 2L * 12 * ROUNDS * VectorKernels.LANES;
        });
    }

    private static double inProduct(Kernels kernels) {
        float[] a = new float[SIDE * SIDE];
        float[] b = new float[SIDE * SIDE];
        float[] c = new float[SIDE * SIDE];
        Arrays.fill(a, 0.5f);
        Arrays.fill(b, 0.25f);
        return measure(() -> {
            kernels.product(SIDE, SIDE, SIDE, a, 0, SIDE, b, 0, SIDE, c, 0, SIDE);
            return 2L * SIDE * SIDE * SIDE;
        });
    }

    /** @param work does something and returns how many operations that was */
    private static double measure(LongSupplier work) {
        double[] speeds = new double[REPETITIONS];
        for (int i = 0; i < speeds.length; i++) {
            long start = System.nanoTime();
            long operations = 0;
            while (System.nanoTime() - start < 10_000_000) {
                operations += work.getAsLong();
            }
            speeds[i] = operations / (double) (System.nanoTime() - start);
        }
        double[] warm = Arrays.copyOfRange(speeds, REPETITIONS / 2, REPETITIONS);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }
}
