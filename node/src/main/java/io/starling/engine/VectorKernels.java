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

    private final float[] sums = new float[VectorProducts.SUMS];
    private float[] turned = new float[0];

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
        if (n >= LANES || m < LANES) {
            VectorProducts.product(m, n, k, a, aAt, 1, aStride, b, bAt, bStride, c, cAt, cStride);
            return;
        }
        // Few columns: the transposed result has the long rows that vectors need.
        if (turned.length < m * n) {
            turned = new float[m * n];
        }
        VectorProducts.product(n, m, k, b, bAt, 1, bStride, a, aAt, aStride, turned, 0, m);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                c[cAt + i * cStride + j] = turned[j * m + i];
            }
        }
    }

    @Override
    public Convolution convolution(Convolution.Geometry geometry) {
        return new VectorConvolution(this, geometry);
    }

    @Override
    public Convolution pooledConvolution(Convolution.Geometry geometry, int capacity) {
        return new VectorPooledConvolution(this, geometry, capacity);
    }

    /** So many rounds of twelve multiply-adds that do not wait for each other: as fast as this CPU can go. */
    static float multiplyAdds(int rounds) {
        FloatVector x = broadcast(0.999f);
        FloatVector y = broadcast(1e-3f);
        FloatVector a = x, b = x, c = x, d = x, e = x, f = x, g = x, h = x, i = x, j = x, k = x, l = x;
        for (int round = 0; round < rounds; round++) {
            a = a.fma(x, y);
            b = b.fma(x, y);
            c = c.fma(x, y);
            d = d.fma(x, y);
            e = e.fma(x, y);
            f = f.fma(x, y);
            g = g.fma(x, y);
            h = h.fma(x, y);
            i = i.fma(x, y);
            j = j.fma(x, y);
            k = k.fma(x, y);
            l = l.fma(x, y);
        }
        return a.add(b).add(c).add(d).add(e.add(f).add(g).add(h)).add(i.add(j).add(k).add(l)).lane(0);
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

    @Override
    public void scaledMaxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] y, int yAt) {
        for (int c = 0; c < stride; c += LANES) {
            scaledMaxPool2ReluVector(pixels, stride, x, xAt + c, xRow, scale, shift, c, y, yAt + c);
        }
    }

    private static void scaledMaxPool2ReluVector(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, int c,
                                                 float[] y, int yAt) {
        FloatVector zero = FloatVector.zero(SPECIES);
        FloatVector a = load(scale, c);
        FloatVector b = load(shift, c);
        for (int p = 0; p < pixels; p++) {
            int i = xAt + 2 * p * stride;
            FloatVector upper = load(x, i).mul(a).max(load(x, i + stride).mul(a));
            FloatVector lower = load(x, i + xRow).mul(a).max(load(x, i + xRow + stride).mul(a));
            upper.max(lower).add(b).max(zero).intoArray(y, yAt + p * stride);
        }
    }

    @Override
    public void scaledMaxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift,
                                           float[] dy, int dyAt, float[] dx, int dxAt, int dxRow, float[] sum, float[] dot) {
        for (int c = 0; c < stride; c += LANES) {
            scaledMaxPool2ReluBackwardVector(pixels, stride, x, xAt + c, xRow, scale, shift, c, dy, dyAt + c, dx, dxAt + c, dxRow, sum, dot);
        }
    }

    private static void scaledMaxPool2ReluBackwardVector(int pixels, int stride, float[] x, int xAt, int xRow,
                                                         float[] scale, float[] shift, int c, float[] dy, int dyAt,
                                                         float[] dx, int dxAt, int dxRow, float[] sum, float[] dot) {
        FloatVector zero = FloatVector.zero(SPECIES);
        FloatVector a = load(scale, c);
        FloatVector b = load(shift, c);
        FloatVector s = load(sum, c);
        FloatVector t = load(dot, c);
        for (int p = 0; p < pixels; p++) {
            int i = xAt + 2 * p * stride;
            int d = dxAt + 2 * p * stride;
            FloatVector x00 = load(x, i);
            FloatVector x01 = load(x, i + stride);
            FloatVector x10 = load(x, i + xRow);
            FloatVector x11 = load(x, i + xRow + stride);
            FloatVector y00 = x00.mul(a);
            FloatVector y01 = x01.mul(a);
            FloatVector y10 = x10.mul(a);
            FloatVector largest = y00.max(y01).max(y10.max(x11.mul(a)));
            FloatVector left = zero.blend(load(dy, dyAt + p * stride), largest.add(b).compare(GT, zero));
            s = s.add(left);
            FloatVector taken = zero.blend(left, y00.compare(EQ, largest));
            taken.intoArray(dx, d);
            t = taken.fma(x00, t);
            left = left.sub(taken);
            taken = zero.blend(left, y01.compare(EQ, largest));
            taken.intoArray(dx, d + stride);
            t = taken.fma(x01, t);
            left = left.sub(taken);
            taken = zero.blend(left, y10.compare(EQ, largest));
            taken.intoArray(dx, d + dxRow);
            t = taken.fma(x10, t);
            left = left.sub(taken);
            left.intoArray(dx, d + dxRow + stride);
            t = left.fma(x11, t);
        }
        s.intoArray(sum, c);
        t.intoArray(dot, c);
    }

    @Override
    public void addProducts(int pixels, int stride, float[] d, int dAt, float[] x, int xAt, float[] sum, float[] dot) {
        int c = 0;
        for (; c <= stride - LANES; c += LANES) {
            addProductsVector(pixels, stride, d, dAt + c, x, xAt + c, sum, dot, c);
        }
        for (; c < stride; c++) {
            for (int p = 0; p < pixels * stride; p += stride) {
                sum[c] += d[dAt + p + c];
                dot[c] += d[dAt + p + c] * x[xAt + p + c];
            }
        }
    }

    /** Two pixels at a time, as the next addition to a sum has to wait for the last. */
    private static void addProductsVector(int pixels, int stride, float[] d, int dAt, float[] x, int xAt, float[] sum, float[] dot, int c) {
        FloatVector s0 = load(sum, c);
        FloatVector t0 = load(dot, c);
        FloatVector s1 = FloatVector.zero(SPECIES);
        FloatVector t1 = s1;
        int p = 0;
        for (; p < pixels - 1; p += 2) {
            FloatVector v = load(d, dAt + p * stride);
            s0 = s0.add(v);
            t0 = v.fma(load(x, xAt + p * stride), t0);
            v = load(d, dAt + (p + 1) * stride);
            s1 = s1.add(v);
            t1 = v.fma(load(x, xAt + (p + 1) * stride), t1);
        }
        if (p < pixels) {
            FloatVector v = load(d, dAt + p * stride);
            s0 = s0.add(v);
            t0 = v.fma(load(x, xAt + p * stride), t0);
        }
        s0.add(s1).intoArray(sum, c);
        t0.add(t1).intoArray(dot, c);
    }

    @Override
    public void scale(int pixels, int stride, float[] x, int xAt, float[] scale, float[] shift, float[] y, int yAt) {
        int c = 0;
        for (; c <= stride - LANES; c += LANES) {
            scaleVector(pixels, stride, x, xAt + c, scale, shift, c, y, yAt + c);
        }
        for (; c < stride; c++) {
            for (int p = 0; p < pixels * stride; p += stride) {
                y[yAt + p + c] = x[xAt + p + c] * scale[c] + shift[c];
            }
        }
    }

    private static void scaleVector(int pixels, int stride, float[] x, int xAt, float[] scale, float[] shift, int c, float[] y, int yAt) {
        FloatVector a = load(scale, c);
        FloatVector b = load(shift, c);
        for (int p = 0; p < pixels; p++) {
            load(x, xAt + p * stride).fma(a, b).intoArray(y, yAt + p * stride);
        }
    }

    @Override
    public void combine(int pixels, int stride, float[] d, int dAt, float[] a, float[] x, int xAt, float[] b, float[] e,
                        float[] dx, int dxAt) {
        int c = 0;
        for (; c <= stride - LANES; c += LANES) {
            combineVector(pixels, stride, d, dAt + c, a, x, xAt + c, b, e, c, dx, dxAt + c);
        }
        for (; c < stride; c++) {
            for (int p = 0; p < pixels * stride; p += stride) {
                dx[dxAt + p + c] = d[dAt + p + c] * a[c] + (x[xAt + p + c] * b[c] + e[c]);
            }
        }
    }

    private static void combineVector(int pixels, int stride, float[] d, int dAt, float[] a, float[] x, int xAt, float[] b, float[] e, int c,
                                      float[] dx, int dxAt) {
        FloatVector va = load(a, c);
        FloatVector vb = load(b, c);
        FloatVector ve = load(e, c);
        for (int p = 0; p < pixels; p++) {
            load(d, dAt + p * stride).fma(va, load(x, xAt + p * stride).fma(vb, ve)).intoArray(dx, dxAt + p * stride);
        }
    }

    @Override
    public void add(int n, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
        for (int i = 0; i < n; i++) {
            z[zAt + i] = x[xAt + i] + y[yAt + i];
        }
    }

    @Override
    public void tanh(int n, float[] x, int xAt, float[] y, int yAt) {
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            VectorFunctions.tanh(load(x, xAt + i)).intoArray(y, yAt + i);
        }
        if (i < n) {
            System.arraycopy(x, xAt + i, sums, 0, n - i);
            VectorFunctions.tanh(load(sums, 0)).intoArray(sums, 0);
            System.arraycopy(sums, 0, y, yAt + i, n - i);
        }
    }

    @Override
    public void sigmoid(int n, float[] x, int xAt, float[] y, int yAt) {
        int i = 0;
        for (; i <= n - LANES; i += LANES) {
            VectorFunctions.sigmoid(load(x, xAt + i)).intoArray(y, yAt + i);
        }
        if (i < n) {
            System.arraycopy(x, xAt + i, sums, 0, n - i);
            VectorFunctions.sigmoid(load(sums, 0)).intoArray(sums, 0);
            System.arraycopy(sums, 0, y, yAt + i, n - i);
        }
    }

    @Override
    public Packed packed(int n, int k) {
        return new VectorPacked(n, k);
    }

    /** In several passes, each with one function: all in one loop would be too much for the compiler to keep in registers. */
    @Override
    public void lstmForward(int width, float[] gates, int gatesAt, float[] cells, int before, int cellsAt, float[] cellTanh,
                            float[] h, int hAt) {
        sigmoid(2 * width, gates, gatesAt, gates, gatesAt);
        tanh(width, gates, gatesAt + 2 * width, gates, gatesAt + 2 * width);
        sigmoid(width, gates, gatesAt + 3 * width, gates, gatesAt + 3 * width);
        multiply(width, gates, gatesAt, gates, gatesAt + 2 * width, cells, cellsAt);
        if (before >= 0) {
            addProduct(width, gates, gatesAt + width, cells, before, cellsAt);
        }
        tanh(width, cells, cellsAt, cellTanh, cellsAt);
        multiply(width, gates, gatesAt + 3 * width, cellTanh, cellsAt, h, hAt);
    }

    private static void multiply(int n, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
        for (int i = 0; i < n; i++) {
            z[zAt + i] = x[xAt + i] * y[yAt + i];
        }
    }

    /** {@code cells[now] += forget · cells[before]}. */
    private static void addProduct(int n, float[] forget, int forgetAt, float[] cells, int before, int now) {
        for (int i = 0; i < n; i++) {
            cells[now + i] += forget[forgetAt + i] * cells[before + i];
        }
    }

    @Override
    public void lstmBackward(int width, float[] gates, int gatesAt, float[] cells, int before, float[] cellTanh, int cellsAt,
                             float[] dh, int dhAt, float[] dc, int dcAt) {
        LstmGradient.backward(width, gates, gatesAt, cells, before, cellTanh, cellsAt, dh, dhAt, dc, dcAt);
    }
}
