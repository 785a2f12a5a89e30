package io.starling.engine;

/**
 * The inner loops under the layers, on plain {@code float[]} and indices.
 *
 * <p>There is one implementation for each way a CPU can be used well ({@link KernelSet}); all give the same numbers within
 * float rounding, and each gives the same bits every time. Kernels may keep scratch memory, so an instance belongs to one
 * workspace and is used by one thread at a time. Loops over single values have their definition here; a set replaces those that it can
 * do faster.
 *
 * <p>Matrices are row-major; {@code aStride} is the distance between rows of {@code a}, {@code aAt} the index of its first
 * element.
 */
public interface Kernels {
    /** Which set these belong to. */
    KernelSet set();

    /** Channels are padded to what this says, so that loops over them need no tail. */
    int paddedChannels(int channels);

    /** {@code c = a · bᵀ + bias} for a of m×k and b of n×k; the bias has n values from {@code biasAt}, none if {@code bias} is null. */
    void productTransposed(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                           float[] bias, int biasAt, float[] c, int cAt, int cStride);

    /** {@code c = a · b} for a of m×k and b of k×n. */
    void product(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                 float[] c, int cAt, int cStride);

    /** {@code c = aᵀ · b} for a of k×m and b of k×n. */
    void transposedProduct(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                           float[] c, int cAt, int cStride);

    /** A convolution of this geometry, with its own scratch memory. */
    Convolution convolution(Convolution.Geometry geometry);

    /**
     * A convolution with 2×2 max-pooling of stride 2 and ReLU after it, in one: the geometry's output is the pooled image.
     *
     * @param capacity samples of a batch
     */
    default Convolution pooledConvolution(Convolution.Geometry geometry, int capacity) {
        return new PooledConvolution(this, geometry, capacity);
    }

    /** {@code y = max(x, 0)}. */
    default void relu(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = Math.max(x[xAt + i], 0);
        }
    }

    /** {@code dx = y > 0 ? dy : 0}, where y is what {@link #relu} gave. */
    default void reluBackward(int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
        for (int i = 0; i < n; i++) {
            dx[dxAt + i] = y[yAt + i] > 0 ? dy[dyAt + i] : 0;
        }
    }

    /**
     * One row of 2×2 max-pooling with stride 2, and ReLU on its result.
     *
     * @param pixels  of the output row
     * @param stride  channels of a pixel, a {@link #paddedChannels} number
     * @param xRow    floats from a pixel of x to the one below
     */
    default void maxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] y, int yAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                float upper = Math.max(x[i], x[i + stride]);
                float lower = Math.max(x[i + xRow], x[i + xRow + stride]);
                y[yAt + p * stride + c] = Math.max(Math.max(upper, lower), 0);
            }
        }
    }

    /** Hands the gradient of {@link #maxPool2Relu} to the first of the largest of each four, zero to the others. */
    default void maxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] dy, int dyAt, float[] dx, int dxAt, int dxRow) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                int corner = PlainKernels.largestCorner(x, i, stride, xRow, 1);
                float gradient = PlainKernels.ifPositive(x[i + PlainKernels.corner(corner, stride, xRow)], dy[dyAt + p * stride + c]);
                PlainKernels.giveCorner(corner, gradient, dx, dxAt + 2 * p * stride + c, stride, dxRow);
            }
        }
    }

    /** {@link #maxPool2Relu} of {@code x · scale[c] + shift[c]}: a normalisation on the way. */
    default void scaledMaxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] y, int yAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                float upper = Math.max(x[i] * scale[c], x[i + stride] * scale[c]);
                float lower = Math.max(x[i + xRow] * scale[c], x[i + xRow + stride] * scale[c]);
                y[yAt + p * stride + c] = Math.max(Math.max(upper, lower) + shift[c], 0);
            }
        }
    }

    /**
     * The gradient of {@link #scaledMaxPool2Relu} with respect to the scaled values, handed out as in
     * {@link #maxPool2ReluBackward}, and its sums over pixels: {@code sum[c] += d} and {@code dot[c] += d · x}.
     */
    default void scaledMaxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] dy, int dyAt,
                                    float[] dx, int dxAt, int dxRow, float[] sum, float[] dot) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                int corner = PlainKernels.largestCorner(x, i, stride, xRow, scale[c]);
                float value = x[i + PlainKernels.corner(corner, stride, xRow)];
                float gradient = PlainKernels.ifPositive(value * scale[c] + shift[c], dy[dyAt + p * stride + c]);
                PlainKernels.giveCorner(corner, gradient, dx, dxAt + 2 * p * stride + c, stride, dxRow);
                sum[c] += gradient;
                dot[c] += gradient * value;
            }
        }
    }

    /** {@code sum[c] += Σ x[p·stride + c]} over pixels p, for the channels of a pixel. */
    default void addChannels(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                sum[sumAt + c] += x[xAt + p * stride + c];
            }
        }
    }

    /** {@code sum[c] += Σ d} and {@code dot[c] += Σ d·x} over pixels; with d = x the first two moments. */
    default void addProducts(int pixels, int stride, float[] d, int dAt, float[] x, int xAt, float[] sum, float[] dot) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                sum[c] += d[dAt + p + c];
                dot[c] += d[dAt + p + c] * x[xAt + p + c];
            }
        }
    }

    /** {@code y = x · scale[c] + shift[c]} for each pixel. */
    default void scale(int pixels, int stride, float[] x, int xAt, float[] scale, float[] shift, float[] y, int yAt) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                y[yAt + p + c] = x[xAt + p + c] * scale[c] + shift[c];
            }
        }
    }

    /** {@code dx = d · a[c] + x · b[c] + e[c]} for each pixel; d and dx may be the same. */
    default void combine(int pixels, int stride, float[] d, int dAt, float[] a, float[] x, int xAt, float[] b, float[] e, float[] dx, int dxAt) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                dx[dxAt + p + c] = d[dAt + p + c] * a[c] + (x[xAt + p + c] * b[c] + e[c]);
            }
        }
    }

    /** {@code z = x + y}. */
    default void add(int n, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
        for (int i = 0; i < n; i++) {
            z[zAt + i] = x[xAt + i] + y[yAt + i];
        }
    }

    default void tanh(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = (float) Math.tanh(x[xAt + i]);
        }
    }

    default void sigmoid(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = PlainKernels.logistic(x[xAt + i]);
        }
    }

    /** A matrix of n rows and k columns that is multiplied by many times a step, kept in the order that suits these kernels. */
    Packed packed(int n, int k);

    /**
     * One time step of an LSTM for one sample: {@code gates} holds the sums that go into the input, forget, cell and output gate,
     * {@code width} each, and is overwritten by what comes out of the gates' functions.
     *
     * @param cells    the cell states of the step before, at {@code before}, and of this one, at {@code cellsAt}; before is -1 at the start
     * @param cellTanh receives tanh of the new cell state, likewise at {@code cellsAt}
     */
    default void lstmForward(int width, float[] gates, int gatesAt, float[] cells, int before, int cellsAt, float[] cellTanh, float[] h, int hAt) {
        for (int u = 0; u < width; u++) {
            int at = gatesAt + u;
            float in = PlainKernels.logistic(gates[at]);
            float forget = PlainKernels.logistic(gates[at + width]);
            float candidate = (float) Math.tanh(gates[at + 2 * width]);
            float out = PlainKernels.logistic(gates[at + 3 * width]);
            float cell = in * candidate + (before < 0 ? 0 : forget * cells[before + u]);
            gates[at] = in;
            gates[at + width] = forget;
            gates[at + 2 * width] = candidate;
            gates[at + 3 * width] = out;
            cells[cellsAt + u] = cell;
            cellTanh[cellsAt + u] = (float) Math.tanh(cell);
            h[hAt + u] = out * cellTanh[cellsAt + u];
        }
    }

    /**
     * The gradient of {@link #lstmForward}: {@code gates} holds what came out of the gates and is overwritten by the gradient of what
     * went in; {@code dc} holds the gradient of the cell state from the step after, and receives that for the step before.
     */
    default void lstmBackward(int width, float[] gates, int gatesAt, float[] cells, int before, float[] cellTanh, int cellsAt,
                      float[] dh, int dhAt, float[] dc, int dcAt) {
        LstmGradient.backward(width, gates, gatesAt, cells, before, cellTanh, cellsAt, dh, dhAt, dc, dcAt);
    }

    /** A matrix b of n×k in these kernels' own order. */
    interface Packed {
        /** Takes over b, whose element (i, j) stands at {@code bAt + i·rowStep + j·columnStep}. */
        void load(float[] b, int bAt, int rowStep, int columnStep);

        /** {@code c += a · bᵀ} for a of m×k. */
        void addProduct(int m, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride);
    }
}
