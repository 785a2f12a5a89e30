package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;
import static io.starling.engine.VectorKernels.broadcast;
import static io.starling.engine.VectorKernels.load;

import jdk.incubator.vector.FloatVector;

/**
 * The innermost loops of {@link VectorConvolution}, written out for each block of registers.
 *
 * <p>{@code pixels8x2} keeps 8 pixels × 2 vectors of channels: 16 sums, two weights and a broadcast value fit the 32
 * registers of AVX-512. With 16 registers (AVX2) 4 × 2 is the largest that fits. The loops would be one method with local
 * arrays of vectors if the compiler kept those in registers; it does not. Indices are stepped from pixel to pixel rather than
 * computed, as a register for each would leave too few.
 *
 * <p>Every value read is checked to be inside its array, unless the distance to the one before is a constant; then two checks do for the
 * block. A small block is limited by how many instructions the CPU can take in, not by its multiply-adds, so the steps that matter have
 * loops of their own. Nor can a block be made much larger: beyond some eighty vector operations the compiler gives up on the method, which
 * is then ten times slower.
 */
final class PixelBlocks {
    /** Steps from pixel to pixel for which there are loops of their own: 32 and 64 channels, where vectors have 16 lanes. */
    private static final int NEAR = 2 * LANES;
    private static final int FAR = 4 * LANES;
    /** Pixels of the largest block. */
    private static final int PIXELS = LANES >= 16 ? 8 : 4;
    /** Taps of the blocks of the weight gradient that there are for a panel of two vectors, with as many registers as the CPU has. */
    private static final int[] TAPS = LANES >= 16 ? new int[] {10, 8, 4} : new int[] {4};

    private PixelBlocks() {
    }

    /**
     * One row of output pixels for one panel of channels: {@code out[p] = start[p · startStep] + Σ in[p · inStep + offset] · w[tap]}
     * (a bias has a startStep of 0).
     *
     * <p>Where the width is no multiple of the block, the last block overlaps the one before: it writes some pixels a
     * second time, with the same values. So out must not be start.
     */
    static void row(int width, int panel, float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                    float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        int x = 0;
        while (x < width) {
            int block = block(width, width - x, panel, inStep);
            int at = Math.min(x, width - block);
            block(block, panel, in, inAt + at * inStep, inStep, offsets, taps, w, wAt, start, startAt + at * startStep, startStep,
                out, outAt + at * outStep, outStep);
            x = at + block;
        }
    }

    /** The size of the next block of a row of which so much is left: large ones are the faster, but should not overlap by much. */
    private static int block(int width, int left, int panel, int inStep) {
        if (LANES >= 16 && panel > LANES) {
            if (left % 14 == 0) {
                return 14;
            }
            boolean fastEight = left % 8 == 0 && (inStep == NEAR || inStep == FAR);
            if (!fastEight && (left == 12 || left > 16)) {
                return 12;
            }
        }
        if (LANES >= 16 && width >= 8 && left > 4) {
            return 8;
        }
        return width >= 4 ? 4 : 1;
    }

    /** {@code out[p] += Σ in[p · inStep + offset] · w[tap]}, in blocks that do not overlap. */
    static void addRow(int width, int panel, float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                       float[] out, int outAt, int outStep) {
        int x = 0;
        while (x < width) {
            int left = width - x;
            int block = left >= PIXELS ? PIXELS : left >= 4 ? 4 : 1;
            block(block, panel, in, inAt + x * inStep, inStep, offsets, taps, w, wAt, out, outAt + x * outStep, outStep,
                out, outAt + x * outStep, outStep);
            x += block;
        }
    }

    private static void block(int pixels, int panel, float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                              float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        if (panel == LANES) {
            switch (pixels) {
                case 8 -> pixels8x1(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
                case 4 -> pixels4x1(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
                default -> pixels1x1(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
            }
        } else {
            switch (pixels) {
                case 14 -> pixels14x2(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, out, outAt, outStep);
                case 12 -> pixels12x2(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, out, outAt, outStep);
                case 8 -> pixels8(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
                case 4 -> pixels4x2(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
                default -> pixels1x2(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
            }
        }
    }

    private static void pixels8(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        if (inStep == NEAR) {
            pixels8x2Near(in, inAt, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
        } else if (inStep == FAR) {
            pixels8x2Far(in, inAt, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
        } else {
            pixels8x2(in, inAt, inStep, offsets, taps, w, wAt, start, startAt, startStep, out, outAt, outStep);
        }
    }

    /** The size of block with which so many taps of a row of the kernel are best gone through: a large one, but not with much of it unused. */
    static int tapBlock(int panel, int rowTaps) {
        if (panel == LANES) {
            return LANES >= 16 && rowTaps > 4 ? 8 : 4;
        }
        int best = 4;
        for (int taps : TAPS) {
            double used = rowTaps / (double) ((rowTaps + taps - 1) / taps * taps);
            if (used * speed(taps) > rowTaps / (double) ((rowTaps + best - 1) / best * best) * speed(best)) {
                best = taps;
            }
        }
        return best;
    }

    /** Of each tap, one load; of each pixel, two of vectors that straddle cache lines. */
    private static double speed(int taps) {
        return taps / (taps + 2.0);
    }

    /**
     * Adds to the gradient of the weights of a block of {@code taps} taps that read neighbouring values, for one panel:
     * {@code sum[tap] += Σ in[p + tap] · d[p]} over pixels p.
     */
    static void weightGradient(int panel, int taps, float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                               int from, int to, float[] sum, int sumAt) {
        if (panel == LANES) {
            if (taps == 8) {
                taps8x1(in, inAt, inPixels, d, dAt, dPixels, from, to, sum, sumAt);
            } else {
                taps4x1(in, inAt, inPixels, d, dAt, dPixels, from, to, sum, sumAt);
            }
            return;
        }
        switch (taps) {
            case 10 -> taps10x2(in, inAt, inPixels, d, dAt, dPixels, from, to, sum, sumAt);
            case 8 -> taps8x2(in, inAt, inPixels, d, dAt, dPixels, from, to, sum, sumAt);
            default -> taps4x2(in, inAt, inPixels, d, dAt, dPixels, from, to, sum, sumAt);
        }
    }

    private static void pixels14x2(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                   float[] start, int startAt, float[] out, int outAt, int outStep) {
        FloatVector b0 = load(start, startAt);
        FloatVector b1 = load(start, startAt + LANES);
        FloatVector s0a = b0, s1a = b0, s2a = b0, s3a = b0, s4a = b0, s5a = b0, s6a = b0;
        FloatVector s7a = b0, s8a = b0, s9a = b0, s10a = b0, s11a = b0, s12a = b0, s13a = b0;
        FloatVector s0b = b1, s1b = b1, s2b = b1, s3b = b1, s4b = b1, s5b = b1, s6b = b1;
        FloatVector s7b = b1, s8b = b1, s9b = b1, s10b = b1, s11b = b1, s12b = b1, s13b = b1;
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s0a = x.fma(w0, s0a);
            s0b = x.fma(w1, s0b);
            i += inStep;
            x = broadcast(in[i]);
            s1a = x.fma(w0, s1a);
            s1b = x.fma(w1, s1b);
            i += inStep;
            x = broadcast(in[i]);
            s2a = x.fma(w0, s2a);
            s2b = x.fma(w1, s2b);
            i += inStep;
            x = broadcast(in[i]);
            s3a = x.fma(w0, s3a);
            s3b = x.fma(w1, s3b);
            i += inStep;
            x = broadcast(in[i]);
            s4a = x.fma(w0, s4a);
            s4b = x.fma(w1, s4b);
            i += inStep;
            x = broadcast(in[i]);
            s5a = x.fma(w0, s5a);
            s5b = x.fma(w1, s5b);
            i += inStep;
            x = broadcast(in[i]);
            s6a = x.fma(w0, s6a);
            s6b = x.fma(w1, s6b);
            i += inStep;
            x = broadcast(in[i]);
            s7a = x.fma(w0, s7a);
            s7b = x.fma(w1, s7b);
            i += inStep;
            x = broadcast(in[i]);
            s8a = x.fma(w0, s8a);
            s8b = x.fma(w1, s8b);
            i += inStep;
            x = broadcast(in[i]);
            s9a = x.fma(w0, s9a);
            s9b = x.fma(w1, s9b);
            i += inStep;
            x = broadcast(in[i]);
            s10a = x.fma(w0, s10a);
            s10b = x.fma(w1, s10b);
            i += inStep;
            x = broadcast(in[i]);
            s11a = x.fma(w0, s11a);
            s11b = x.fma(w1, s11b);
            i += inStep;
            x = broadcast(in[i]);
            s12a = x.fma(w0, s12a);
            s12b = x.fma(w1, s12b);
            i += inStep;
            x = broadcast(in[i]);
            s13a = x.fma(w0, s13a);
            s13b = x.fma(w1, s13b);
        }
        s0a.intoArray(out, outAt);
        s0b.intoArray(out, outAt + LANES);
        s1a.intoArray(out, outAt + outStep);
        s1b.intoArray(out, outAt + outStep + LANES);
        s2a.intoArray(out, outAt + 2 * outStep);
        s2b.intoArray(out, outAt + 2 * outStep + LANES);
        s3a.intoArray(out, outAt + 3 * outStep);
        s3b.intoArray(out, outAt + 3 * outStep + LANES);
        s4a.intoArray(out, outAt + 4 * outStep);
        s4b.intoArray(out, outAt + 4 * outStep + LANES);
        s5a.intoArray(out, outAt + 5 * outStep);
        s5b.intoArray(out, outAt + 5 * outStep + LANES);
        s6a.intoArray(out, outAt + 6 * outStep);
        s6b.intoArray(out, outAt + 6 * outStep + LANES);
        s7a.intoArray(out, outAt + 7 * outStep);
        s7b.intoArray(out, outAt + 7 * outStep + LANES);
        s8a.intoArray(out, outAt + 8 * outStep);
        s8b.intoArray(out, outAt + 8 * outStep + LANES);
        s9a.intoArray(out, outAt + 9 * outStep);
        s9b.intoArray(out, outAt + 9 * outStep + LANES);
        s10a.intoArray(out, outAt + 10 * outStep);
        s10b.intoArray(out, outAt + 10 * outStep + LANES);
        s11a.intoArray(out, outAt + 11 * outStep);
        s11b.intoArray(out, outAt + 11 * outStep + LANES);
        s12a.intoArray(out, outAt + 12 * outStep);
        s12b.intoArray(out, outAt + 12 * outStep + LANES);
        s13a.intoArray(out, outAt + 13 * outStep);
        s13b.intoArray(out, outAt + 13 * outStep + LANES);
    }

    private static void pixels12x2(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                   float[] start, int startAt, float[] out, int outAt, int outStep) {
        FloatVector b0 = load(start, startAt);
        FloatVector b1 = load(start, startAt + LANES);
        FloatVector s0a = b0, s1a = b0, s2a = b0, s3a = b0, s4a = b0, s5a = b0;
        FloatVector s6a = b0, s7a = b0, s8a = b0, s9a = b0, s10a = b0, s11a = b0;
        FloatVector s0b = b1, s1b = b1, s2b = b1, s3b = b1, s4b = b1, s5b = b1;
        FloatVector s6b = b1, s7b = b1, s8b = b1, s9b = b1, s10b = b1, s11b = b1;
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s0a = x.fma(w0, s0a);
            s0b = x.fma(w1, s0b);
            i += inStep;
            x = broadcast(in[i]);
            s1a = x.fma(w0, s1a);
            s1b = x.fma(w1, s1b);
            i += inStep;
            x = broadcast(in[i]);
            s2a = x.fma(w0, s2a);
            s2b = x.fma(w1, s2b);
            i += inStep;
            x = broadcast(in[i]);
            s3a = x.fma(w0, s3a);
            s3b = x.fma(w1, s3b);
            i += inStep;
            x = broadcast(in[i]);
            s4a = x.fma(w0, s4a);
            s4b = x.fma(w1, s4b);
            i += inStep;
            x = broadcast(in[i]);
            s5a = x.fma(w0, s5a);
            s5b = x.fma(w1, s5b);
            i += inStep;
            x = broadcast(in[i]);
            s6a = x.fma(w0, s6a);
            s6b = x.fma(w1, s6b);
            i += inStep;
            x = broadcast(in[i]);
            s7a = x.fma(w0, s7a);
            s7b = x.fma(w1, s7b);
            i += inStep;
            x = broadcast(in[i]);
            s8a = x.fma(w0, s8a);
            s8b = x.fma(w1, s8b);
            i += inStep;
            x = broadcast(in[i]);
            s9a = x.fma(w0, s9a);
            s9b = x.fma(w1, s9b);
            i += inStep;
            x = broadcast(in[i]);
            s10a = x.fma(w0, s10a);
            s10b = x.fma(w1, s10b);
            i += inStep;
            x = broadcast(in[i]);
            s11a = x.fma(w0, s11a);
            s11b = x.fma(w1, s11b);
        }
        s0a.intoArray(out, outAt);
        s0b.intoArray(out, outAt + LANES);
        s1a.intoArray(out, outAt + outStep);
        s1b.intoArray(out, outAt + outStep + LANES);
        s2a.intoArray(out, outAt + 2 * outStep);
        s2b.intoArray(out, outAt + 2 * outStep + LANES);
        s3a.intoArray(out, outAt + 3 * outStep);
        s3b.intoArray(out, outAt + 3 * outStep + LANES);
        s4a.intoArray(out, outAt + 4 * outStep);
        s4b.intoArray(out, outAt + 4 * outStep + LANES);
        s5a.intoArray(out, outAt + 5 * outStep);
        s5b.intoArray(out, outAt + 5 * outStep + LANES);
        s6a.intoArray(out, outAt + 6 * outStep);
        s6b.intoArray(out, outAt + 6 * outStep + LANES);
        s7a.intoArray(out, outAt + 7 * outStep);
        s7b.intoArray(out, outAt + 7 * outStep + LANES);
        s8a.intoArray(out, outAt + 8 * outStep);
        s8b.intoArray(out, outAt + 8 * outStep + LANES);
        s9a.intoArray(out, outAt + 9 * outStep);
        s9b.intoArray(out, outAt + 9 * outStep + LANES);
        s10a.intoArray(out, outAt + 10 * outStep);
        s10b.intoArray(out, outAt + 10 * outStep + LANES);
        s11a.intoArray(out, outAt + 11 * outStep);
        s11b.intoArray(out, outAt + 11 * outStep + LANES);
    }

    private static void pixels8x2(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
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
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(w0, s00);
            s01 = x.fma(w1, s01);
            i += inStep;
            x = broadcast(in[i]);
            s10 = x.fma(w0, s10);
            s11 = x.fma(w1, s11);
            i += inStep;
            x = broadcast(in[i]);
            s20 = x.fma(w0, s20);
            s21 = x.fma(w1, s21);
            i += inStep;
            x = broadcast(in[i]);
            s30 = x.fma(w0, s30);
            s31 = x.fma(w1, s31);
            i += inStep;
            x = broadcast(in[i]);
            s40 = x.fma(w0, s40);
            s41 = x.fma(w1, s41);
            i += inStep;
            x = broadcast(in[i]);
            s50 = x.fma(w0, s50);
            s51 = x.fma(w1, s51);
            i += inStep;
            x = broadcast(in[i]);
            s60 = x.fma(w0, s60);
            s61 = x.fma(w1, s61);
            i += inStep;
            x = broadcast(in[i]);
            s70 = x.fma(w0, s70);
            s71 = x.fma(w1, s71);
        }
        s00.intoArray(out, outAt);
        s01.intoArray(out, outAt + LANES);
        s10.intoArray(out, outAt + outStep);
        s11.intoArray(out, outAt + outStep + LANES);
        s20.intoArray(out, outAt + 2 * outStep);
        s21.intoArray(out, outAt + 2 * outStep + LANES);
        s30.intoArray(out, outAt + 3 * outStep);
        s31.intoArray(out, outAt + 3 * outStep + LANES);
        s40.intoArray(out, outAt + 4 * outStep);
        s41.intoArray(out, outAt + 4 * outStep + LANES);
        s50.intoArray(out, outAt + 5 * outStep);
        s51.intoArray(out, outAt + 5 * outStep + LANES);
        s60.intoArray(out, outAt + 6 * outStep);
        s61.intoArray(out, outAt + 6 * outStep + LANES);
        s70.intoArray(out, outAt + 7 * outStep);
        s71.intoArray(out, outAt + 7 * outStep + LANES);
    }

    /** Pixels two vectors apart. */
    private static void pixels8x2Near(float[] in, int inAt, int[] offsets, int taps, float[] w, int wAt,
                                      float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
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
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(w0, s00);
            s01 = x.fma(w1, s01);
            x = broadcast(in[i + 2 * LANES]);
            s10 = x.fma(w0, s10);
            s11 = x.fma(w1, s11);
            x = broadcast(in[i + 4 * LANES]);
            s20 = x.fma(w0, s20);
            s21 = x.fma(w1, s21);
            x = broadcast(in[i + 6 * LANES]);
            s30 = x.fma(w0, s30);
            s31 = x.fma(w1, s31);
            x = broadcast(in[i + 8 * LANES]);
            s40 = x.fma(w0, s40);
            s41 = x.fma(w1, s41);
            x = broadcast(in[i + 10 * LANES]);
            s50 = x.fma(w0, s50);
            s51 = x.fma(w1, s51);
            x = broadcast(in[i + 12 * LANES]);
            s60 = x.fma(w0, s60);
            s61 = x.fma(w1, s61);
            x = broadcast(in[i + 14 * LANES]);
            s70 = x.fma(w0, s70);
            s71 = x.fma(w1, s71);
        }
        s00.intoArray(out, outAt);
        s01.intoArray(out, outAt + LANES);
        s10.intoArray(out, outAt + outStep);
        s11.intoArray(out, outAt + outStep + LANES);
        s20.intoArray(out, outAt + 2 * outStep);
        s21.intoArray(out, outAt + 2 * outStep + LANES);
        s30.intoArray(out, outAt + 3 * outStep);
        s31.intoArray(out, outAt + 3 * outStep + LANES);
        s40.intoArray(out, outAt + 4 * outStep);
        s41.intoArray(out, outAt + 4 * outStep + LANES);
        s50.intoArray(out, outAt + 5 * outStep);
        s51.intoArray(out, outAt + 5 * outStep + LANES);
        s60.intoArray(out, outAt + 6 * outStep);
        s61.intoArray(out, outAt + 6 * outStep + LANES);
        s70.intoArray(out, outAt + 7 * outStep);
        s71.intoArray(out, outAt + 7 * outStep + LANES);
    }

    /** Pixels four vectors apart. */
    private static void pixels8x2Far(float[] in, int inAt, int[] offsets, int taps, float[] w, int wAt,
                                     float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
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
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(w0, s00);
            s01 = x.fma(w1, s01);
            x = broadcast(in[i + 4 * LANES]);
            s10 = x.fma(w0, s10);
            s11 = x.fma(w1, s11);
            x = broadcast(in[i + 8 * LANES]);
            s20 = x.fma(w0, s20);
            s21 = x.fma(w1, s21);
            x = broadcast(in[i + 12 * LANES]);
            s30 = x.fma(w0, s30);
            s31 = x.fma(w1, s31);
            x = broadcast(in[i + 16 * LANES]);
            s40 = x.fma(w0, s40);
            s41 = x.fma(w1, s41);
            x = broadcast(in[i + 20 * LANES]);
            s50 = x.fma(w0, s50);
            s51 = x.fma(w1, s51);
            x = broadcast(in[i + 24 * LANES]);
            s60 = x.fma(w0, s60);
            s61 = x.fma(w1, s61);
            x = broadcast(in[i + 28 * LANES]);
            s70 = x.fma(w0, s70);
            s71 = x.fma(w1, s71);
        }
        s00.intoArray(out, outAt);
        s01.intoArray(out, outAt + LANES);
        s10.intoArray(out, outAt + outStep);
        s11.intoArray(out, outAt + outStep + LANES);
        s20.intoArray(out, outAt + 2 * outStep);
        s21.intoArray(out, outAt + 2 * outStep + LANES);
        s30.intoArray(out, outAt + 3 * outStep);
        s31.intoArray(out, outAt + 3 * outStep + LANES);
        s40.intoArray(out, outAt + 4 * outStep);
        s41.intoArray(out, outAt + 4 * outStep + LANES);
        s50.intoArray(out, outAt + 5 * outStep);
        s51.intoArray(out, outAt + 5 * outStep + LANES);
        s60.intoArray(out, outAt + 6 * outStep);
        s61.intoArray(out, outAt + 6 * outStep + LANES);
        s70.intoArray(out, outAt + 7 * outStep);
        s71.intoArray(out, outAt + 7 * outStep + LANES);
    }

    private static void pixels4x2(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        FloatVector s00 = load(start, startAt);
        FloatVector s01 = load(start, startAt + LANES);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s11 = load(start, startAt + startStep + LANES);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s21 = load(start, startAt + 2 * startStep + LANES);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        FloatVector s31 = load(start, startAt + 3 * startStep + LANES);
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(w0, s00);
            s01 = x.fma(w1, s01);
            i += inStep;
            x = broadcast(in[i]);
            s10 = x.fma(w0, s10);
            s11 = x.fma(w1, s11);
            i += inStep;
            x = broadcast(in[i]);
            s20 = x.fma(w0, s20);
            s21 = x.fma(w1, s21);
            i += inStep;
            x = broadcast(in[i]);
            s30 = x.fma(w0, s30);
            s31 = x.fma(w1, s31);
        }
        s00.intoArray(out, outAt);
        s01.intoArray(out, outAt + LANES);
        s10.intoArray(out, outAt + outStep);
        s11.intoArray(out, outAt + outStep + LANES);
        s20.intoArray(out, outAt + 2 * outStep);
        s21.intoArray(out, outAt + 2 * outStep + LANES);
        s30.intoArray(out, outAt + 3 * outStep);
        s31.intoArray(out, outAt + 3 * outStep + LANES);
    }

    private static void pixels1x2(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        FloatVector s00 = load(start, startAt);
        FloatVector s01 = load(start, startAt + LANES);
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + 2 * t * LANES);
            FloatVector w1 = load(w, wAt + 2 * t * LANES + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(w0, s00);
            s01 = x.fma(w1, s01);
        }
        s00.intoArray(out, outAt);
        s01.intoArray(out, outAt + LANES);
    }

    private static void pixels8x1(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        FloatVector s00 = load(start, startAt);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        FloatVector s40 = load(start, startAt + 4 * startStep);
        FloatVector s50 = load(start, startAt + 5 * startStep);
        FloatVector s60 = load(start, startAt + 6 * startStep);
        FloatVector s70 = load(start, startAt + 7 * startStep);
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + t * LANES);
            s00 = broadcast(in[i]).fma(w0, s00);
            i += inStep;
            s10 = broadcast(in[i]).fma(w0, s10);
            i += inStep;
            s20 = broadcast(in[i]).fma(w0, s20);
            i += inStep;
            s30 = broadcast(in[i]).fma(w0, s30);
            i += inStep;
            s40 = broadcast(in[i]).fma(w0, s40);
            i += inStep;
            s50 = broadcast(in[i]).fma(w0, s50);
            i += inStep;
            s60 = broadcast(in[i]).fma(w0, s60);
            i += inStep;
            s70 = broadcast(in[i]).fma(w0, s70);
        }
        s00.intoArray(out, outAt);
        s10.intoArray(out, outAt + outStep);
        s20.intoArray(out, outAt + 2 * outStep);
        s30.intoArray(out, outAt + 3 * outStep);
        s40.intoArray(out, outAt + 4 * outStep);
        s50.intoArray(out, outAt + 5 * outStep);
        s60.intoArray(out, outAt + 6 * outStep);
        s70.intoArray(out, outAt + 7 * outStep);
    }

    private static void pixels4x1(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        FloatVector s00 = load(start, startAt);
        FloatVector s10 = load(start, startAt + startStep);
        FloatVector s20 = load(start, startAt + 2 * startStep);
        FloatVector s30 = load(start, startAt + 3 * startStep);
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + t * LANES);
            s00 = broadcast(in[i]).fma(w0, s00);
            i += inStep;
            s10 = broadcast(in[i]).fma(w0, s10);
            i += inStep;
            s20 = broadcast(in[i]).fma(w0, s20);
            i += inStep;
            s30 = broadcast(in[i]).fma(w0, s30);
        }
        s00.intoArray(out, outAt);
        s10.intoArray(out, outAt + outStep);
        s20.intoArray(out, outAt + 2 * outStep);
        s30.intoArray(out, outAt + 3 * outStep);
    }

    private static void pixels1x1(float[] in, int inAt, int inStep, int[] offsets, int taps, float[] w, int wAt,
                                  float[] start, int startAt, int startStep, float[] out, int outAt, int outStep) {
        FloatVector s00 = load(start, startAt);
        for (int t = 0; t < taps; t++) {
            int i = inAt + offsets[t];
            FloatVector w0 = load(w, wAt + t * LANES);
            s00 = broadcast(in[i]).fma(w0, s00);
        }
        s00.intoArray(out, outAt);
    }

    private static void taps10x2(float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                                 int from, int to, float[] sum, int sumAt) {
        FloatVector s0a = load(sum, sumAt);
        FloatVector s0b = load(sum, sumAt + LANES);
        FloatVector s1a = load(sum, sumAt + 2 * LANES);
        FloatVector s1b = load(sum, sumAt + 3 * LANES);
        FloatVector s2a = load(sum, sumAt + 4 * LANES);
        FloatVector s2b = load(sum, sumAt + 5 * LANES);
        FloatVector s3a = load(sum, sumAt + 6 * LANES);
        FloatVector s3b = load(sum, sumAt + 7 * LANES);
        FloatVector s4a = load(sum, sumAt + 8 * LANES);
        FloatVector s4b = load(sum, sumAt + 9 * LANES);
        FloatVector s5a = load(sum, sumAt + 10 * LANES);
        FloatVector s5b = load(sum, sumAt + 11 * LANES);
        FloatVector s6a = load(sum, sumAt + 12 * LANES);
        FloatVector s6b = load(sum, sumAt + 13 * LANES);
        FloatVector s7a = load(sum, sumAt + 14 * LANES);
        FloatVector s7b = load(sum, sumAt + 15 * LANES);
        FloatVector s8a = load(sum, sumAt + 16 * LANES);
        FloatVector s8b = load(sum, sumAt + 17 * LANES);
        FloatVector s9a = load(sum, sumAt + 18 * LANES);
        FloatVector s9b = load(sum, sumAt + 19 * LANES);
        for (int p = from; p < to; p++) {
            int i = inAt + inPixels[p];
            int j = dAt + dPixels[p];
            FloatVector d0 = load(d, j);
            FloatVector d1 = load(d, j + LANES);
            FloatVector x = broadcast(in[i]);
            s0a = x.fma(d0, s0a);
            s0b = x.fma(d1, s0b);
            x = broadcast(in[i + 1]);
            s1a = x.fma(d0, s1a);
            s1b = x.fma(d1, s1b);
            x = broadcast(in[i + 2]);
            s2a = x.fma(d0, s2a);
            s2b = x.fma(d1, s2b);
            x = broadcast(in[i + 3]);
            s3a = x.fma(d0, s3a);
            s3b = x.fma(d1, s3b);
            x = broadcast(in[i + 4]);
            s4a = x.fma(d0, s4a);
            s4b = x.fma(d1, s4b);
            x = broadcast(in[i + 5]);
            s5a = x.fma(d0, s5a);
            s5b = x.fma(d1, s5b);
            x = broadcast(in[i + 6]);
            s6a = x.fma(d0, s6a);
            s6b = x.fma(d1, s6b);
            x = broadcast(in[i + 7]);
            s7a = x.fma(d0, s7a);
            s7b = x.fma(d1, s7b);
            x = broadcast(in[i + 8]);
            s8a = x.fma(d0, s8a);
            s8b = x.fma(d1, s8b);
            x = broadcast(in[i + 9]);
            s9a = x.fma(d0, s9a);
            s9b = x.fma(d1, s9b);
        }
        s0a.intoArray(sum, sumAt);
        s0b.intoArray(sum, sumAt + LANES);
        s1a.intoArray(sum, sumAt + 2 * LANES);
        s1b.intoArray(sum, sumAt + 3 * LANES);
        s2a.intoArray(sum, sumAt + 4 * LANES);
        s2b.intoArray(sum, sumAt + 5 * LANES);
        s3a.intoArray(sum, sumAt + 6 * LANES);
        s3b.intoArray(sum, sumAt + 7 * LANES);
        s4a.intoArray(sum, sumAt + 8 * LANES);
        s4b.intoArray(sum, sumAt + 9 * LANES);
        s5a.intoArray(sum, sumAt + 10 * LANES);
        s5b.intoArray(sum, sumAt + 11 * LANES);
        s6a.intoArray(sum, sumAt + 12 * LANES);
        s6b.intoArray(sum, sumAt + 13 * LANES);
        s7a.intoArray(sum, sumAt + 14 * LANES);
        s7b.intoArray(sum, sumAt + 15 * LANES);
        s8a.intoArray(sum, sumAt + 16 * LANES);
        s8b.intoArray(sum, sumAt + 17 * LANES);
        s9a.intoArray(sum, sumAt + 18 * LANES);
        s9b.intoArray(sum, sumAt + 19 * LANES);
    }

    private static void taps8x2(float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                                int from, int to, float[] sum, int sumAt) {
        FloatVector s00 = load(sum, sumAt);
        FloatVector s01 = load(sum, sumAt + LANES);
        FloatVector s10 = load(sum, sumAt + 2 * LANES);
        FloatVector s11 = load(sum, sumAt + 3 * LANES);
        FloatVector s20 = load(sum, sumAt + 4 * LANES);
        FloatVector s21 = load(sum, sumAt + 5 * LANES);
        FloatVector s30 = load(sum, sumAt + 6 * LANES);
        FloatVector s31 = load(sum, sumAt + 7 * LANES);
        FloatVector s40 = load(sum, sumAt + 8 * LANES);
        FloatVector s41 = load(sum, sumAt + 9 * LANES);
        FloatVector s50 = load(sum, sumAt + 10 * LANES);
        FloatVector s51 = load(sum, sumAt + 11 * LANES);
        FloatVector s60 = load(sum, sumAt + 12 * LANES);
        FloatVector s61 = load(sum, sumAt + 13 * LANES);
        FloatVector s70 = load(sum, sumAt + 14 * LANES);
        FloatVector s71 = load(sum, sumAt + 15 * LANES);
        for (int p = from; p < to; p++) {
            int i = inAt + inPixels[p];
            int j = dAt + dPixels[p];
            FloatVector d0 = load(d, j);
            FloatVector d1 = load(d, j + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(d0, s00);
            s01 = x.fma(d1, s01);
            x = broadcast(in[i + 1]);
            s10 = x.fma(d0, s10);
            s11 = x.fma(d1, s11);
            x = broadcast(in[i + 2]);
            s20 = x.fma(d0, s20);
            s21 = x.fma(d1, s21);
            x = broadcast(in[i + 3]);
            s30 = x.fma(d0, s30);
            s31 = x.fma(d1, s31);
            x = broadcast(in[i + 4]);
            s40 = x.fma(d0, s40);
            s41 = x.fma(d1, s41);
            x = broadcast(in[i + 5]);
            s50 = x.fma(d0, s50);
            s51 = x.fma(d1, s51);
            x = broadcast(in[i + 6]);
            s60 = x.fma(d0, s60);
            s61 = x.fma(d1, s61);
            x = broadcast(in[i + 7]);
            s70 = x.fma(d0, s70);
            s71 = x.fma(d1, s71);
        }
        s00.intoArray(sum, sumAt);
        s01.intoArray(sum, sumAt + LANES);
        s10.intoArray(sum, sumAt + 2 * LANES);
        s11.intoArray(sum, sumAt + 3 * LANES);
        s20.intoArray(sum, sumAt + 4 * LANES);
        s21.intoArray(sum, sumAt + 5 * LANES);
        s30.intoArray(sum, sumAt + 6 * LANES);
        s31.intoArray(sum, sumAt + 7 * LANES);
        s40.intoArray(sum, sumAt + 8 * LANES);
        s41.intoArray(sum, sumAt + 9 * LANES);
        s50.intoArray(sum, sumAt + 10 * LANES);
        s51.intoArray(sum, sumAt + 11 * LANES);
        s60.intoArray(sum, sumAt + 12 * LANES);
        s61.intoArray(sum, sumAt + 13 * LANES);
        s70.intoArray(sum, sumAt + 14 * LANES);
        s71.intoArray(sum, sumAt + 15 * LANES);
    }

    private static void taps8x1(float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                                int from, int to, float[] sum, int sumAt) {
        FloatVector s00 = load(sum, sumAt);
        FloatVector s10 = load(sum, sumAt + LANES);
        FloatVector s20 = load(sum, sumAt + 2 * LANES);
        FloatVector s30 = load(sum, sumAt + 3 * LANES);
        FloatVector s40 = load(sum, sumAt + 4 * LANES);
        FloatVector s50 = load(sum, sumAt + 5 * LANES);
        FloatVector s60 = load(sum, sumAt + 6 * LANES);
        FloatVector s70 = load(sum, sumAt + 7 * LANES);
        for (int p = from; p < to; p++) {
            int i = inAt + inPixels[p];
            int j = dAt + dPixels[p];
            FloatVector d0 = load(d, j);
            s00 = broadcast(in[i]).fma(d0, s00);
            s10 = broadcast(in[i + 1]).fma(d0, s10);
            s20 = broadcast(in[i + 2]).fma(d0, s20);
            s30 = broadcast(in[i + 3]).fma(d0, s30);
            s40 = broadcast(in[i + 4]).fma(d0, s40);
            s50 = broadcast(in[i + 5]).fma(d0, s50);
            s60 = broadcast(in[i + 6]).fma(d0, s60);
            s70 = broadcast(in[i + 7]).fma(d0, s70);
        }
        s00.intoArray(sum, sumAt);
        s10.intoArray(sum, sumAt + LANES);
        s20.intoArray(sum, sumAt + 2 * LANES);
        s30.intoArray(sum, sumAt + 3 * LANES);
        s40.intoArray(sum, sumAt + 4 * LANES);
        s50.intoArray(sum, sumAt + 5 * LANES);
        s60.intoArray(sum, sumAt + 6 * LANES);
        s70.intoArray(sum, sumAt + 7 * LANES);
    }

    private static void taps4x2(float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                                int from, int to, float[] sum, int sumAt) {
        FloatVector s00 = load(sum, sumAt);
        FloatVector s01 = load(sum, sumAt + LANES);
        FloatVector s10 = load(sum, sumAt + 2 * LANES);
        FloatVector s11 = load(sum, sumAt + 3 * LANES);
        FloatVector s20 = load(sum, sumAt + 4 * LANES);
        FloatVector s21 = load(sum, sumAt + 5 * LANES);
        FloatVector s30 = load(sum, sumAt + 6 * LANES);
        FloatVector s31 = load(sum, sumAt + 7 * LANES);
        for (int p = from; p < to; p++) {
            int i = inAt + inPixels[p];
            int j = dAt + dPixels[p];
            FloatVector d0 = load(d, j);
            FloatVector d1 = load(d, j + LANES);
            FloatVector x = broadcast(in[i]);
            s00 = x.fma(d0, s00);
            s01 = x.fma(d1, s01);
            x = broadcast(in[i + 1]);
            s10 = x.fma(d0, s10);
            s11 = x.fma(d1, s11);
            x = broadcast(in[i + 2]);
            s20 = x.fma(d0, s20);
            s21 = x.fma(d1, s21);
            x = broadcast(in[i + 3]);
            s30 = x.fma(d0, s30);
            s31 = x.fma(d1, s31);
        }
        s00.intoArray(sum, sumAt);
        s01.intoArray(sum, sumAt + LANES);
        s10.intoArray(sum, sumAt + 2 * LANES);
        s11.intoArray(sum, sumAt + 3 * LANES);
        s20.intoArray(sum, sumAt + 4 * LANES);
        s21.intoArray(sum, sumAt + 5 * LANES);
        s30.intoArray(sum, sumAt + 6 * LANES);
        s31.intoArray(sum, sumAt + 7 * LANES);
    }

    private static void taps4x1(float[] in, int inAt, int[] inPixels, float[] d, int dAt, int[] dPixels,
                                int from, int to, float[] sum, int sumAt) {
        FloatVector s00 = load(sum, sumAt);
        FloatVector s10 = load(sum, sumAt + LANES);
        FloatVector s20 = load(sum, sumAt + 2 * LANES);
        FloatVector s30 = load(sum, sumAt + 3 * LANES);
        for (int p = from; p < to; p++) {
            int i = inAt + inPixels[p];
            int j = dAt + dPixels[p];
            FloatVector d0 = load(d, j);
            s00 = broadcast(in[i]).fma(d0, s00);
            s10 = broadcast(in[i + 1]).fma(d0, s10);
            s20 = broadcast(in[i + 2]).fma(d0, s20);
            s30 = broadcast(in[i + 3]).fma(d0, s30);
        }
        s00.intoArray(sum, sumAt);
        s10.intoArray(sum, sumAt + LANES);
        s20.intoArray(sum, sumAt + 2 * LANES);
        s30.intoArray(sum, sumAt + 3 * LANES);
    }
}
