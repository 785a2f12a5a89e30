package io.starling.engine;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas;

/**
 * OpenBLAS through JavaCPP, as nd4j-native brings it: the one place that calls it.
 *
 * <p>BLAS works on native memory only; {@link Memory} is a piece of it with copies to and from {@code float[]}.
 */
final class OpenBlas {
    private static final int ROW_MAJOR = openblas.CblasRowMajor;
    private static final int AS_IT_IS = openblas.CblasNoTrans;
    private static final int TRANSPOSED = openblas.CblasTrans;

    private OpenBlas() {
    }

    /** Whether the library can be loaded. It is told to use one thread a call: nodes are what runs in parallel here. */
    static KernelSet.State state() {
        try {
            openblas.blas_set_num_threads(1);
            return KernelSet.State.usable("OpenBLAS, one thread a call");
        } catch (LinkageError | RuntimeException e) {
            return KernelSet.State.unusable("OpenBLAS cannot be loaded on " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                + " (" + e + ")");
        }
    }

    static Kernels kernels() {
        openblas.blas_set_num_threads(1);
        return new BlasKernels();
    }

    /** {@code c = a · b + beta · c} for c of m×n, where a or b may be stored transposed; rows lie next to each other. */
    static void multiply(int m, int n, int k, Memory a, boolean aTransposed, Memory b, boolean bTransposed, float beta, Memory c) {
        openblas.cblas_sgemm(ROW_MAJOR, aTransposed ? TRANSPOSED : AS_IT_IS, bTransposed ? TRANSPOSED : AS_IT_IS, m, n, k, 1f,
            a.floats, aTransposed ? m : k, b.floats, bTransposed ? k : n, beta, c.floats, n);
    }

    /** Native memory that grows when more is put in; freed when this is garbage. */
    static final class Memory {
        private FloatPointer floats = new FloatPointer(0L);
        private long capacity;

        void reserve(long size) {
            if (size > capacity) {
                floats.deallocate();
                floats = new FloatPointer(size);
                capacity = size;
            }
        }

        /** Copies rows of a matrix, whatever lies between them, to rows next to each other. */
        void put(int rows, int columns, float[] from, int at, int stride) {
            reserve((long) rows * columns);
            if (stride == columns) {
                floats.position(0).put(from, at, rows * columns);
            } else {
                for (int i = 0; i < rows; i++) {
                    floats.position((long) i * columns).put(from, at + i * stride, columns);
                }
                floats.position(0);
            }
        }

        /** Copies one run of values to a place in this memory, which must have been reserved. */
        void put(int place, int n, float[] from, int at) {
            floats.position(place).put(from, at, n);
            floats.position(0);
        }

        /** Copies one run of values from a place in this memory. */
        void get(int place, int n, float[] to, int at) {
            floats.position(place).get(to, at, n);
            floats.position(0);
        }

        /** The reverse of {@link #put(int, int, float[], int, int)}. */
        void get(int rows, int columns, float[] to, int at, int stride) {
            if (stride == columns) {
                floats.position(0).get(to, at, rows * columns);
            } else {
                for (int i = 0; i < rows; i++) {
                    floats.position((long) i * columns).get(to, at + i * stride, columns);
                }
                floats.position(0);
            }
        }
    }
}
