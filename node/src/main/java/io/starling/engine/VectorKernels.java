package io.starling.engine;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernels on the JDK's Vector API.
 *
 * <p>The hot loops are small static methods over one constant species: only then does the compiler keep vectors in
 * registers; anything else allocates them. No lane-wise {@code exp} or {@code tanh} and no {@code reduceLanes} is used, as
 * the interpreter and the compiler may round those differently, and a run would then depend on when a method got compiled.
 */
final class VectorKernels implements Kernels {
    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    static final int LANES = SPECIES.length();

    private final float[] sums = new float[16 * LANES];

    static int vectorBits() {
        return SPECIES.vectorBitSize();
    }

    @Override
    public KernelSet set() {
        return KernelSet.VECTOR;
    }

    /** One vector, or pairs of them: the register blocks of the convolution are one or two vectors wide. */
    @Override
    public int paddedChannels(int channels) {
        int unit = channels <= LANES ? LANES : 2 * LANES;
        return (channels + unit - 1) / unit * unit;
    }

    @Override
    public void productTransposed(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] bias, int biasAt, float[] c, int cAt, int cStride) {
        VectorProducts.productTransposed(m, n, k, a, aAt, aStride, b, bAt, bStride, bias, biasAt, c, cAt, cStride, sums);
    }

    @Override
    public void product(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                        float[] c, int cAt, int cStride) {
        VectorProducts.product(m, n, k, a, aAt, aStride, 1, b, bAt, bStride, c, cAt, cStride);
    }

    @Override
    public void transposedProduct(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] c, int cAt, int cStride) {
        VectorProducts.product(m, n, k, a, aAt, 1, aStride, b, bAt, bStride, c, cAt, cStride);
    }

    @Override
    public Convolution convolution(Convolution.Geometry geometry) {
        return new VectorConvolution(this, geometry);
    }

    static FloatVector load(float[] a, int at) {
        return FloatVector.fromArray(SPECIES, a, at);
    }

    static FloatVector broadcast(float value) {
        return FloatVector.broadcast(SPECIES, value);
    }

    @Override
    public void relu(int n, float[] x, int xAt, float[] y, int yAt) {
        FloatVector zero = FloatVector.zero(SPECIES);
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            load(x, xAt + i).max(zero).intoArray(y, yAt + i);
        }
        for (; i < n; i++) {
            y[yAt + i] = Math.max(x[xAt + i], 0);
        }
    }

    @Override
    public void reluBackward(int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
        FloatVector zero = FloatVector.zero(SPECIES);
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            VectorMask<Float> positive = load(y, yAt + i).compare(GT, zero);
            zero.blend(load(dy, dyAt + i), positive).intoArray(dx, dxAt + i);
        }
        for (; i < n; i++) {
            dx[dxAt + i] = y[yAt + i] > 0 ? dy[dyAt + i] : 0;
        }
    }

    @Override
    public void maxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] y, int yAt) {
        for (int c = 0; c < stride; c += LANES) {
            maxPool2ReluVector(pixels, stride, x, xAt + c, xRow, y, yAt + c);
        }
    }

    private static void maxPool2ReluVector(int pixels, int stride, float[] x, int xAt, int xRow, float[] y, int yAt) {
        FloatVector zero = FloatVector.zero(SPECIES);
        for (int p = 0; p < pixels; p++) {
            int i = xAt + 2 * p * stride;
            FloatVector upper = load(x, i).max(load(x, i + stride));
            FloatVector lower = load(x, i + xRow).max(load(x, i + xRow + stride));
            upper.max(lower).max(zero).intoArray(y, yAt + p * stride);
        }
    }

    @Override
    public void maxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] dy, int dyAt,
                                     float[] dx, int dxAt, int dxRow) {
        for (int c = 0; c < stride; c += LANES) {
            maxPool2ReluBackwardVector(pixels, stride, x, xAt + c, xRow, dy, dyAt + c, dx, dxAt + c, dxRow);
        }
    }

    private static void maxPool2ReluBackwardVector(int pixels, int stride, float[] x, int xAt, int xRow, float[] dy, int dyAt,
                                                   float[] dx, int dxAt, int dxRow) {
        FloatVector zero = FloatVector.zero(SPECIES);
        for (int p = 0; p < pixels; p++) {
            int i = xAt + 2 * p * stride;
            int d = dxAt + 2 * p * stride;
            FloatVector x00 = load(x, i);
            FloatVector x01 = load(x, i + stride);
            FloatVector x10 = load(x, i + xRow);
            FloatVector largest = x00.max(x01).max(x10.max(load(x, i + xRow + stride)));
            // What is left of the gradient after each of the four pixels, in order, has had its chance of taking it.
            FloatVector left = zero.blend(load(dy, dyAt + p * stride), largest.compare(GT, zero));
            FloatVector taken = zero.blend(left, x00.compare(EQ, largest));
            taken.intoArray(dx, d);
            left = left.sub(taken);
            taken = zero.blend(left, x01.compare(EQ, largest));
            taken.intoArray(dx, d + stride);
            left = left.sub(taken);
            taken = zero.blend(left, x10.compare(EQ, largest));
            taken.intoArray(dx, d + dxRow);
            left.sub(taken).intoArray(dx, d + dxRow + stride);
        }
    }

    @Override
    public void addChannels(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt) {
        int c = 0;
        for (; c <= stride - LANES; c += LANES) {
            addChannelsVector(pixels, stride, x, xAt + c, sum, sumAt + c);
        }
        for (; c < stride; c++) {
            for (int p = 0; p < pixels; p++) {
                sum[sumAt + c] += x[xAt + p * stride + c];
            }
        }
    }

    private static void addChannelsVector(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt) {
        FloatVector s = load(sum, sumAt);
        for (int p = 0; p < pixels; p++) {
            s = s.add(load(x, xAt + p * stride));
        }
        s.intoArray(sum, sumAt);
    }
}
