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
    /** Few a call: the compiler counts calls, and an uncompiled one takes a thousand times as long. */
    private static final int ROUNDS = 200;
    private static final int SIDE = 384;
    private static final long TOTAL_NANOS = 2_000_000_000L;
    private static final long SAMPLE_NANOS = 2_000_000L;

    private PeakSpeed() {
    }

    /** In GFLOP/s: the best of many short measurements. */
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
        double best = 0;
        long end = System.nanoTime() + TOTAL_NANOS;
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            long operations = 0;
            while (System.nanoTime() - start < SAMPLE_NANOS) {
                operations += work.getAsLong();
            }
            best = Math.max(best, operations / (double) (System.nanoTime() - start));
        }
        return best;
    }
}
