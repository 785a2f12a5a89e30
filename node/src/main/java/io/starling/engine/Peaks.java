package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;
import static io.starling.engine.VectorKernels.broadcast;
import static io.starling.engine.VectorKernels.load;
import static jdk.incubator.vector.VectorOperators.EQ;

import jdk.incubator.vector.FloatVector;

/**
 * The inner loops of {@link VectorPooledConvolution}: finding the largest pixel of each 2×2 window, and working with those only.
 *
 * <p>A peak's place is the distance, in floats, from the start of a sample's input to the input that the pixel saw. It is kept as the
 * float 2²³ + distance, whose lowest bits are the distance: floats can be chosen by a mask lane by lane like the values themselves,
 * and their bits are read as an index without a conversion.
 */
final class Peaks {
    private static final int ORIGIN = 1 << 23;
    private static final int ORIGIN_BITS = Float.floatToRawIntBits(ORIGIN);

    private Peaks() {
    }

    static void checkPlaces(int floats) {
        if (floats >= ORIGIN) {
            throw new IllegalArgumentException("an image of " + floats + " floats: pooling counts to " + ORIGIN);
        }
    }

    private static int place(float place) {
        return Float.floatToRawIntBits(place) - ORIGIN_BITS;
    }

    /** The length of a row of the kernel in whole vectors, with which {@link #addWeightGradient} works. */
    static int paddedRow(int taps) {
        return (taps + LANES - 1) / LANES * LANES;
    }

    /**
     * Pools two rows of twice as many pixels, one after the other in {@code x}, and says where the largest were: the first pixel of the first
     * window at {@code origin}, each {@code right} of the one before, the second row {@code down} below.
     */
    static void pool(int pixels, int stride, float[] x, float[] y, int yAt, float[] places, int placesAt, int origin, int right, int down) {
        for (int c = 0; c < stride; c += LANES) {
            poolVector(pixels, stride, x, c, y, yAt + c, places, placesAt + c, ORIGIN + origin, right, down);
        }
    }

    private static void poolVector(int pixels, int stride, float[] x, int xAt, float[] y, int yAt, float[] places, int placesAt,
                                   float origin, float right, float down) {
        FloatVector zero = FloatVector.zero(VectorKernels.SPECIES);
        FloatVector first = broadcast(origin);
        FloatVector step = broadcast(2 * right);
        FloatVector toRight = broadcast(right);
        FloatVector toBelow = broadcast(down);
        FloatVector toLast = broadcast(right + down);
        int below = 2 * pixels * stride;
        for (int p = 0; p < pixels; p++) {
            int i = xAt + 2 * p * stride;
            FloatVector x00 = load(x, i);
            FloatVector x01 = load(x, i + stride);
            FloatVector x10 = load(x, i + below);
            FloatVector largest = x00.max(x01).max(x10.max(load(x, i + below + stride)));
            largest.max(zero).intoArray(y, yAt + p * stride);
            toLast.blend(toBelow, x10.compare(EQ, largest)).blend(toRight, x01.compare(EQ, largest)).blend(zero, x00.compare(EQ, largest))
                .add(first).intoArray(places, placesAt + p * stride);
            first = first.add(step);
        }
    }

    /** The gradient of the two rows that {@link #pool} took: that of the peaks at their places, and zeros. */
    static void spread(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, int origin, int right, int down,
                       float[] dx, int dxAt, int dxRow) {
        for (int c = 0; c < stride; c += LANES) {
            spreadVector(pixels, stride, d, dAt + c, places, placesAt + c, ORIGIN + origin, right, down, dx, dxAt + c, dxRow);
        }
    }

    private static void spreadVector(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt,
                                     float origin, float right, float down, float[] dx, int dxAt, int dxRow) {
        FloatVector zero = FloatVector.zero(VectorKernels.SPECIES);
        FloatVector first = broadcast(origin);
        FloatVector step = broadcast(2 * right);
        FloatVector toRight = broadcast(right);
        FloatVector toBelow = broadcast(down);
        FloatVector toLast = broadcast(right + down);
        for (int p = 0; p < pixels; p++) {
            int to = dxAt + 2 * p * stride;
            FloatVector gradient = load(d, dAt + p * stride);
            FloatVector place = load(places, placesAt + p * stride).sub(first);
            zero.blend(gradient, place.compare(EQ, zero)).intoArray(dx, to);
            zero.blend(gradient, place.compare(EQ, toRight)).intoArray(dx, to + stride);
            zero.blend(gradient, place.compare(EQ, toBelow)).intoArray(dx, to + dxRow);
            zero.blend(gradient, place.compare(EQ, toLast)).intoArray(dx, to + dxRow + stride);
            first = first.add(step);
        }
    }

    /**
     * Adds to the gradient of the weights of all channels, as {@code [channel][y][row]}: for each peak its gradient times the input from its
     * place on. Rows end at whole vectors; what stands in them behind the taps is never looked at.
     */
    static void addWeightGradient(int channels, int kernel, int row, int pixels, int stride, float[] d, int dAt, float[] places, int placesAt,
                                  float[] in, int inAt, int rowStride, float[] sum) {
        int from = 0;
        if (row == LANES && kernel == 3) {
            for (; from < channels - 1; from += 2) {
                rows3(pixels, stride, d, dAt + from, places, placesAt + from, in, inAt, rowStride, sum, from * kernel * row, row);
            }
        } else if (row == LANES && kernel == 5) {
            for (; from < channels - 1; from += 2) {
                rows5(pixels, stride, d, dAt + from, places, placesAt + from, in, inAt, rowStride, sum, from * kernel * row, row);
            }
        }
        for (int c = from; c < channels; c++) {
            for (int y = 0; y < kernel; y++) {
                addRow(row / LANES, pixels, stride, d, dAt + c, places, placesAt + c, in, inAt + y * rowStride, sum, (c * kernel + y) * row);
            }
        }
    }

    private static void addRow(int vectors, int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt,
                               float[] sum, int sumAt) {
        int v = 0;
        for (; v <= vectors - 10; v += 10) {
            peaks10(pixels, stride, d, dAt, places, placesAt, in, inAt + v * LANES, sum, sumAt + v * LANES);
        }
        for (; v <= vectors - 6; v += 6) {
            peaks6(pixels, stride, d, dAt, places, placesAt, in, inAt + v * LANES, sum, sumAt + v * LANES);
        }
        for (; v <= vectors - 3; v += 3) {
            peaks3(pixels, stride, d, dAt, places, placesAt, in, inAt + v * LANES, sum, sumAt + v * LANES);
        }
        for (; v < vectors; v++) {
            peaks1(pixels, stride, d, dAt, places, placesAt, in, inAt + v * LANES, sum, sumAt + v * LANES);
        }
    }

    private static void peaks10(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, float[] sum, int sumAt) {
        FloatVector s0 = load(sum, sumAt);
        FloatVector s1 = load(sum, sumAt + LANES);
        FloatVector s2 = load(sum, sumAt + 2 * LANES);
        FloatVector s3 = load(sum, sumAt + 3 * LANES);
        FloatVector s4 = load(sum, sumAt + 4 * LANES);
        FloatVector s5 = load(sum, sumAt + 5 * LANES);
        FloatVector s6 = load(sum, sumAt + 6 * LANES);
        FloatVector s7 = load(sum, sumAt + 7 * LANES);
        FloatVector s8 = load(sum, sumAt + 8 * LANES);
        FloatVector s9 = load(sum, sumAt + 9 * LANES);
        for (int p = 0; p < pixels; p++) {
            FloatVector x = broadcast(d[dAt + p * stride]);
            int i = inAt + place(places[placesAt + p * stride]);
            s0 = x.fma(load(in, i), s0);
            s1 = x.fma(load(in, i + LANES), s1);
            s2 = x.fma(load(in, i + 2 * LANES), s2);
            s3 = x.fma(load(in, i + 3 * LANES), s3);
            s4 = x.fma(load(in, i + 4 * LANES), s4);
            s5 = x.fma(load(in, i + 5 * LANES), s5);
            s6 = x.fma(load(in, i + 6 * LANES), s6);
            s7 = x.fma(load(in, i + 7 * LANES), s7);
            s8 = x.fma(load(in, i + 8 * LANES), s8);
            s9 = x.fma(load(in, i + 9 * LANES), s9);
        }
        s0.intoArray(sum, sumAt);
        s1.intoArray(sum, sumAt + LANES);
        s2.intoArray(sum, sumAt + 2 * LANES);
        s3.intoArray(sum, sumAt + 3 * LANES);
        s4.intoArray(sum, sumAt + 4 * LANES);
        s5.intoArray(sum, sumAt + 5 * LANES);
        s6.intoArray(sum, sumAt + 6 * LANES);
        s7.intoArray(sum, sumAt + 7 * LANES);
        s8.intoArray(sum, sumAt + 8 * LANES);
        s9.intoArray(sum, sumAt + 9 * LANES);
    }

    private static void peaks6(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, float[] sum, int sumAt) {
        FloatVector s0 = load(sum, sumAt);
        FloatVector s1 = load(sum, sumAt + LANES);
        FloatVector s2 = load(sum, sumAt + 2 * LANES);
        FloatVector s3 = load(sum, sumAt + 3 * LANES);
        FloatVector s4 = load(sum, sumAt + 4 * LANES);
        FloatVector s5 = load(sum, sumAt + 5 * LANES);
        for (int p = 0; p < pixels; p++) {
            FloatVector x = broadcast(d[dAt + p * stride]);
            int i = inAt + place(places[placesAt + p * stride]);
            s0 = x.fma(load(in, i), s0);
            s1 = x.fma(load(in, i + LANES), s1);
            s2 = x.fma(load(in, i + 2 * LANES), s2);
            s3 = x.fma(load(in, i + 3 * LANES), s3);
            s4 = x.fma(load(in, i + 4 * LANES), s4);
            s5 = x.fma(load(in, i + 5 * LANES), s5);
        }
        s0.intoArray(sum, sumAt);
        s1.intoArray(sum, sumAt + LANES);
        s2.intoArray(sum, sumAt + 2 * LANES);
        s3.intoArray(sum, sumAt + 3 * LANES);
        s4.intoArray(sum, sumAt + 4 * LANES);
        s5.intoArray(sum, sumAt + 5 * LANES);
    }

    private static void peaks3(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, float[] sum, int sumAt) {
        FloatVector s0 = load(sum, sumAt);
        FloatVector s1 = load(sum, sumAt + LANES);
        FloatVector s2 = load(sum, sumAt + 2 * LANES);
        for (int p = 0; p < pixels; p++) {
            FloatVector x = broadcast(d[dAt + p * stride]);
            int i = inAt + place(places[placesAt + p * stride]);
            s0 = x.fma(load(in, i), s0);
            s1 = x.fma(load(in, i + LANES), s1);
            s2 = x.fma(load(in, i + 2 * LANES), s2);
        }
        s0.intoArray(sum, sumAt);
        s1.intoArray(sum, sumAt + LANES);
        s2.intoArray(sum, sumAt + 2 * LANES);
    }

    private static void peaks1(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, float[] sum, int sumAt) {
        FloatVector s0 = load(sum, sumAt);
        for (int p = 0; p < pixels; p++) {
            FloatVector x = broadcast(d[dAt + p * stride]);
            int i = inAt + place(places[placesAt + p * stride]);
            s0 = x.fma(load(in, i), s0);
        }
        s0.intoArray(sum, sumAt);
    }

    /** A kernel whose row is one vector, and two channels at a time: a sum by itself would wait for the last addition to it. */
    private static void rows3(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, int rowStride,
                              float[] sum, int sumAt, int sumRow) {
        FloatVector a0 = load(sum, sumAt);
        FloatVector a1 = load(sum, sumAt + sumRow);
        FloatVector a2 = load(sum, sumAt + 2 * sumRow);
        FloatVector b0 = load(sum, sumAt + 3 * sumRow);
        FloatVector b1 = load(sum, sumAt + 4 * sumRow);
        FloatVector b2 = load(sum, sumAt + 5 * sumRow);
        for (int p = 0; p < pixels; p++) {
            int k = p * stride;
            FloatVector x = broadcast(d[dAt + k]);
            int i = inAt + place(places[placesAt + k]);
            a0 = x.fma(load(in, i), a0);
            i += rowStride;
            a1 = x.fma(load(in, i), a1);
            i += rowStride;
            a2 = x.fma(load(in, i), a2);
            x = broadcast(d[dAt + k + 1]);
            i = inAt + place(places[placesAt + k + 1]);
            b0 = x.fma(load(in, i), b0);
            i += rowStride;
            b1 = x.fma(load(in, i), b1);
            i += rowStride;
            b2 = x.fma(load(in, i), b2);
        }
        a0.intoArray(sum, sumAt);
        a1.intoArray(sum, sumAt + sumRow);
        a2.intoArray(sum, sumAt + 2 * sumRow);
        b0.intoArray(sum, sumAt + 3 * sumRow);
        b1.intoArray(sum, sumAt + 4 * sumRow);
        b2.intoArray(sum, sumAt + 5 * sumRow);
    }

    /** Likewise with five rows. */
    private static void rows5(int pixels, int stride, float[] d, int dAt, float[] places, int placesAt, float[] in, int inAt, int rowStride,
                              float[] sum, int sumAt, int sumRow) {
        FloatVector a0 = load(sum, sumAt);
        FloatVector a1 = load(sum, sumAt + sumRow);
        FloatVector a2 = load(sum, sumAt + 2 * sumRow);
        FloatVector a3 = load(sum, sumAt + 3 * sumRow);
        FloatVector a4 = load(sum, sumAt + 4 * sumRow);
        FloatVector b0 = load(sum, sumAt + 5 * sumRow);
        FloatVector b1 = load(sum, sumAt + 6 * sumRow);
        FloatVector b2 = load(sum, sumAt + 7 * sumRow);
        FloatVector b3 = load(sum, sumAt + 8 * sumRow);
        FloatVector b4 = load(sum, sumAt + 9 * sumRow);
        for (int p = 0; p < pixels; p++) {
            int k = p * stride;
            FloatVector x = broadcast(d[dAt + k]);
            int i = inAt + place(places[placesAt + k]);
            a0 = x.fma(load(in, i), a0);
            i += rowStride;
            a1 = x.fma(load(in, i), a1);
            i += rowStride;
            a2 = x.fma(load(in, i), a2);
            i += rowStride;
            a3 = x.fma(load(in, i), a3);
            i += rowStride;
            a4 = x.fma(load(in, i), a4);
            x = broadcast(d[dAt + k + 1]);
            i = inAt + place(places[placesAt + k + 1]);
            b0 = x.fma(load(in, i), b0);
            i += rowStride;
            b1 = x.fma(load(in, i), b1);
            i += rowStride;
            b2 = x.fma(load(in, i), b2);
            i += rowStride;
            b3 = x.fma(load(in, i), b3);
            i += rowStride;
            b4 = x.fma(load(in, i), b4);
        }
        a0.intoArray(sum, sumAt);
        a1.intoArray(sum, sumAt + sumRow);
        a2.intoArray(sum, sumAt + 2 * sumRow);
        a3.intoArray(sum, sumAt + 3 * sumRow);
        a4.intoArray(sum, sumAt + 4 * sumRow);
        b0.intoArray(sum, sumAt + 5 * sumRow);
        b1.intoArray(sum, sumAt + 6 * sumRow);
        b2.intoArray(sum, sumAt + 7 * sumRow);
        b3.intoArray(sum, sumAt + 8 * sumRow);
        b4.intoArray(sum, sumAt + 9 * sumRow);
    }
}
