package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;
import static io.starling.engine.VectorKernels.broadcast;
import static io.starling.engine.VectorKernels.load;

import jdk.incubator.vector.FloatVector;

/**
 * Matrix products on vectors, in blocks that stay in registers, straight on the canonical weights.
 *
 * <p>In products with a transposed matrix, where a dimension is no multiple of the block, the last block overlaps the one before and
 * computes some elements a second time; that is cheaper than a tail.
 */
final class VectorProducts {
    private static final int ROWS = 4;
    /** Floats of scratch memory that dot products need. */
    static final int SUMS = ROWS * ROWS * LANES;
    /** Length of the pieces in which long sums are made. */
    private static final int DEPTH = 160;
    private static final float[] ZEROS = new float[2 * LANES];

    private VectorProducts() {
    }

    /** {@code c = a · bᵀ + bias}: dot products along rows, 4 rows of a with 4 of b at a time. */
    static void productTransposed(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] bias, int biasAt, float[] c, int cAt, int cStride, float[] sums) {
        int whole = k / LANES * LANES;
        int blockM = m >= ROWS ? ROWS : 1;
        int blockN = n >= ROWS ? ROWS : 1;
        for (int j = 0; j < n; j += blockN) {
            int j0 = Math.min(j, n - blockN);
            for (int i = 0; i < m; i += blockM) {
                int i0 = Math.min(i, m - blockM);
                int aRow = aAt + i0 * aStride;
                int bRow = bAt + j0 * bStride;
                if (blockM == ROWS && blockN == ROWS) {
                    dots4x4(whole, a, aRow, aStride, b, bRow, bStride, sums);
                } else if (blockN == ROWS) {
                    dots1x4(whole, a, aRow, b, bRow, bStride, sums);
                } else {
                    for (int r = 0; r < blockM; r++) {
                        dot(whole, a, aRow + r * aStride, b, bRow, sums, r * LANES);
                    }
                }
                for (int r = 0; r < blockM; r++) {
                    for (int s = 0; s < blockN; s++) {
                        float sum = sum(sums, (r * blockN + s) * LANES);
                        for (int l = whole; l < k; l++) {
                            sum += a[aRow + r * aStride + l] * b[bRow + s * bStride + l];
                        }
                        c[cAt + (i0 + r) * cStride + j0 + s] = bias == null ? sum : sum + bias[biasAt + j0 + s];
                    }
                }
            }
        }
    }

    /** The lanes of one vector, added up in an order that does not depend on the compiler. */
    private static float sum(float[] lanes, int at) {
        float s0 = lanes[at];
        float s1 = lanes[at + 1];
        float s2 = lanes[at + 2];
        float s3 = lanes[at + 3];
        for (int i = 4; i < LANES; i += 4) {
            s0 += lanes[at + i];
            s1 += lanes[at + i + 1];
            s2 += lanes[at + i + 2];
            s3 += lanes[at + i + 3];
        }
        return s0 + s1 + (s2 + s3);
    }

    private static void dots4x4(int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride, float[] sums) {
        FloatVector zero = FloatVector.zero(VectorKernels.SPECIES);
        FloatVector s00 = zero, s01 = zero, s02 = zero, s03 = zero;
        FloatVector s10 = zero, s11 = zero, s12 = zero, s13 = zero;
        FloatVector s20 = zero, s21 = zero, s22 = zero, s23 = zero;
        FloatVector s30 = zero, s31 = zero, s32 = zero, s33 = zero;
        for (int l = 0; l < k; l += LANES) {
            FloatVector a0 = load(a, aAt + l);
            FloatVector a1 = load(a, aAt + aStride + l);
            FloatVector a2 = load(a, aAt + 2 * aStride + l);
            FloatVector a3 = load(a, aAt + 3 * aStride + l);
            FloatVector v = load(b, bAt + l);
            s00 = a0.fma(v, s00);
            s10 = a1.fma(v, s10);
            s20 = a2.fma(v, s20);
            s30 = a3.fma(v, s30);
            v = load(b, bAt + bStride + l);
            s01 = a0.fma(v, s01);
            s11 = a1.fma(v, s11);
            s21 = a2.fma(v, s21);
            s31 = a3.fma(v, s31);
            v = load(b, bAt + 2 * bStride + l);
            s02 = a0.fma(v, s02);
            s12 = a1.fma(v, s12);
            s22 = a2.fma(v, s22);
            s32 = a3.fma(v, s32);
            v = load(b, bAt + 3 * bStride + l);
            s03 = a0.fma(v, s03);
            s13 = a1.fma(v, s13);
            s23 = a2.fma(v, s23);
            s33 = a3.fma(v, s33);
        }
        s00.intoArray(sums, 0);
        s01.intoArray(sums, LANES);
        s02.intoArray(sums, 2 * LANES);
        s03.intoArray(sums, 3 * LANES);
        s10.intoArray(sums, 4 * LANES);
        s11.intoArray(sums, 5 * LANES);
        s12.intoArray(sums, 6 * LANES);
        s13.intoArray(sums, 7 * LANES);
        s20.intoArray(sums, 8 * LANES);
        s21.intoArray(sums, 9 * LANES);
        s22.intoArray(sums, 10 * LANES);
        s23.intoArray(sums, 11 * LANES);
        s30.intoArray(sums, 12 * LANES);
        s31.intoArray(sums, 13 * LANES);
        s32.intoArray(sums, 14 * LANES);
        s33.intoArray(sums, 15 * LANES);
    }

    private static void dots1x4(int k, float[] a, int aAt, float[] b, int bAt, int bStride, float[] sums) {
        FloatVector zero = FloatVector.zero(VectorKernels.SPECIES);
        FloatVector s0 = zero, s1 = zero, s2 = zero, s3 = zero;
        for (int l = 0; l < k; l += LANES) {
            FloatVector v = load(a, aAt + l);
            s0 = v.fma(load(b, bAt + l), s0);
            s1 = v.fma(load(b, bAt + bStride + l), s1);
            s2 = v.fma(load(b, bAt + 2 * bStride + l), s2);
            s3 = v.fma(load(b, bAt + 3 * bStride + l), s3);
        }
        s0.intoArray(sums, 0);
        s1.intoArray(sums, LANES);
        s2.intoArray(sums, 2 * LANES);
        s3.intoArray(sums, 3 * LANES);
    }

    private static void dot(int k, float[] a, int aAt, float[] b, int bAt, float[] sums, int sumsAt) {
        FloatVector s = FloatVector.zero(VectorKernels.SPECIES);
        for (int l = 0; l < k; l += LANES) {
            s = load(a, aAt + l).fma(load(b, bAt + l), s);
        }
        s.intoArray(sums, sumsAt);
    }

    /**
     * {@code c = A · b}, where element (i, l) of A stands at {@code aAt + i·aRow + l·aColumn}: rows of b are added up, each
     * multiplied by an element of A. Long sums are made in pieces, so that the rows of b that one block of columns needs stay in the
     * first-level cache for all rows of A.
     */
    static void product(int m, int n, int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                        float[] c, int cAt, int cStride) {
        if (n < LANES) {
            narrowProduct(m, n, k, a, aAt, aRow, aColumn, b, bAt, bStride, c, cAt, cStride);
            return;
        }
        for (int from = 0; from < k; from += DEPTH) {
            int depth = Math.min(DEPTH, k - from);
            int a0 = aAt + from * aColumn;
            int b0 = bAt + from * bStride;
            int j = 0;
            for (; j <= n - 2 * LANES; j += 2 * LANES) {
                int i = 0;
                for (; i <= m - 8; i += 8) {
                    rows8x2(depth, a, a0 + i * aRow, aRow, aColumn, b, b0 + j, bStride, from > 0, c, cAt + i * cStride + j, cStride);
                }
                for (; i <= m - 4; i += 4) {
                    rows4x2(depth, a, a0 + i * aRow, aRow, aColumn, b, b0 + j, bStride, from > 0, c, cAt + i * cStride + j, cStride);
                }
                for (; i < m; i++) {
                    row(depth, a, a0 + i * aRow, aColumn, b, b0 + j, bStride, from > 0, c, cAt + i * cStride + j);
                    row(depth, a, a0 + i * aRow, aColumn, b, b0 + j + LANES, bStride, from > 0, c, cAt + i * cStride + j + LANES);
                }
            }
            columns(m, n, j, depth, a, a0, aRow, aColumn, b, b0, bStride, from > 0, c, cAt, cStride);
        }
    }

    /** The columns from {@code first} on, fewer than two vectors. */
    private static void columns(int m, int n, int first, int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                                boolean add, float[] c, int cAt, int cStride) {
        int j = first;
        for (; j <= n - LANES; j += LANES) {
            int i = 0;
            for (; i <= m - 4; i += 4) {
                rows4x1(k, a, aAt + i * aRow, aRow, aColumn, b, bAt + j, bStride, add, c, cAt + i * cStride + j, cStride);
            }
            for (; i < m; i++) {
                row(k, a, aAt + i * aRow, aColumn, b, bAt + j, bStride, add, c, cAt + i * cStride + j);
            }
        }
        for (; j < n; j++) {
            for (int i = 0; i < m; i++) {
                float sum = add ? c[cAt + i * cStride + j] : 0;
                for (int l = 0; l < k; l++) {
                    sum += a[aAt + i * aRow + l * aColumn] * b[bAt + l * bStride + j];
                }
                c[cAt + i * cStride + j] = sum;
            }
        }
    }

    private static void narrowProduct(int m, int n, int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                                      float[] c, int cAt, int cStride) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int l = 0; l < k; l++) {
                    sum += a[aAt + i * aRow + l * aColumn] * b[bAt + l * bStride + j];
                }
                c[cAt + i * cStride + j] = sum;
            }
        }
    }

    private static void rows8x2(int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                                boolean add, float[] c, int cAt, int cStride) {
        // The sums so far: those of c, or zeros from a place that does not move.
        float[] start = add ? c : ZEROS;
        int startAt = add ? cAt : 0;
        int startStep = add ? cStride : 0;
        FloatVector s00 = load(start, startAt);
        FloatVector s01 = load(start, startAt + LANES);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s11 = load(start, startAt + startStep + LANES);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s21 = load(start, startAt + 2 * startStep + LANES);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        FloatVector s31 = load(start, startAt + 3 * startStep + LANES);
        FloatVector s40 = load(start, startAt + 4 * startStep);
        FloatVector s41 = load(start, startAt + 4 * startStep + LANES);
        FloatVector s50 = load(start, startAt + 5 * startStep);
        FloatVector s51 = load(start, startAt + 5 * startStep + LANES);
        FloatVector s60 = load(start, startAt + 6 * startStep);
        FloatVector s61 = load(start, startAt + 6 * startStep + LANES);
        FloatVector s70 = load(start, startAt + 7 * startStep);
        FloatVector s71 = load(start, startAt + 7 * startStep + LANES);
        for (int l = 0; l < k; l++) {
            int i = aAt + l * aColumn;
            int j = bAt + l * bStride;
            FloatVector v0 = load(b, j);
            FloatVector v1 = load(b, j + LANES);
            FloatVector x = broadcast(a[i]);
            s00 = x.fma(v0, s00);
            s01 = x.fma(v1, s01);
            i += aRow;
            x = broadcast(a[i]);
            s10 = x.fma(v0, s10);
            s11 = x.fma(v1, s11);
            i += aRow;
            x = broadcast(a[i]);
            s20 = x.fma(v0, s20);
            s21 = x.fma(v1, s21);
            i += aRow;
            x = broadcast(a[i]);
            s30 = x.fma(v0, s30);
            s31 = x.fma(v1, s31);
            i += aRow;
            x = broadcast(a[i]);
            s40 = x.fma(v0, s40);
            s41 = x.fma(v1, s41);
            i += aRow;
            x = broadcast(a[i]);
            s50 = x.fma(v0, s50);
            s51 = x.fma(v1, s51);
            i += aRow;
            x = broadcast(a[i]);
            s60 = x.fma(v0, s60);
            s61 = x.fma(v1, s61);
            i += aRow;
            x = broadcast(a[i]);
            s70 = x.fma(v0, s70);
            s71 = x.fma(v1, s71);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s30.intoArray(c, cAt + 3 * cStride);
        s31.intoArray(c, cAt + 3 * cStride + LANES);
        s40.intoArray(c, cAt + 4 * cStride);
        s41.intoArray(c, cAt + 4 * cStride + LANES);
        s50.intoArray(c, cAt + 5 * cStride);
        s51.intoArray(c, cAt + 5 * cStride + LANES);
        s60.intoArray(c, cAt + 6 * cStride);
        s61.intoArray(c, cAt + 6 * cStride + LANES);
        s70.intoArray(c, cAt + 7 * cStride);
        s71.intoArray(c, cAt + 7 * cStride + LANES);
    }

    private static void rows4x2(int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                                boolean add, float[] c, int cAt, int cStride) {
        // The sums so far: those of c, or zeros from a place that does not move.
        float[] start = add ? c : ZEROS;
        int startAt = add ? cAt : 0;
        int startStep = add ? cStride : 0;
        FloatVector s00 = load(start, startAt);
        FloatVector s01 = load(start, startAt + LANES);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s11 = load(start, startAt + startStep + LANES);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s21 = load(start, startAt + 2 * startStep + LANES);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        FloatVector s31 = load(start, startAt + 3 * startStep + LANES);
        for (int l = 0; l < k; l++) {
            int i = aAt + l * aColumn;
            int j = bAt + l * bStride;
            FloatVector v0 = load(b, j);
            FloatVector v1 = load(b, j + LANES);
            FloatVector x = broadcast(a[i]);
            s00 = x.fma(v0, s00);
            s01 = x.fma(v1, s01);
            i += aRow;
            x = broadcast(a[i]);
            s10 = x.fma(v0, s10);
            s11 = x.fma(v1, s11);
            i += aRow;
            x = broadcast(a[i]);
            s20 = x.fma(v0, s20);
            s21 = x.fma(v1, s21);
            i += aRow;
            x = broadcast(a[i]);
            s30 = x.fma(v0, s30);
            s31 = x.fma(v1, s31);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s30.intoArray(c, cAt + 3 * cStride);
        s31.intoArray(c, cAt + 3 * cStride + LANES);
    }

    private static void rows4x1(int k, float[] a, int aAt, int aRow, int aColumn, float[] b, int bAt, int bStride,
                                boolean add, float[] c, int cAt, int cStride) {
        // The sums so far: those of c, or zeros from a place that does not move.
        float[] start = add ? c : ZEROS;
        int startAt = add ? cAt : 0;
        int startStep = add ? cStride : 0;
        FloatVector s00 = load(start, startAt);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        for (int l = 0; l < k; l++) {
            int i = aAt + l * aColumn;
            int j = bAt + l * bStride;
            FloatVector v0 = load(b, j);
            s00 = broadcast(a[i]).fma(v0, s00);
            i += aRow;
            s10 = broadcast(a[i]).fma(v0, s10);
            i += aRow;
            s20 = broadcast(a[i]).fma(v0, s20);
            i += aRow;
            s30 = broadcast(a[i]).fma(v0, s30);
        }
        s00.intoArray(c, cAt);
        s10.intoArray(c, cAt + cStride);
        s20.intoArray(c, cAt + 2 * cStride);
        s30.intoArray(c, cAt + 3 * cStride);
    }

    private static void row(int k, float[] a, int aAt, int aColumn, float[] b, int bAt, int bStride, boolean add, float[] c, int cAt) {
        FloatVector s = add ? load(c, cAt) : FloatVector.zero(VectorKernels.SPECIES);
        for (int l = 0; l < k; l++) {
            s = broadcast(a[aAt + l * aColumn]).fma(load(b, bAt + l * bStride), s);
        }
        s.intoArray(c, cAt);
    }
}
