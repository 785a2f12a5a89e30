package io.starling.engine;

/**
 * The inner loops under the layers, on plain {@code float[]} and indices.
 *
 * <p>There is one implementation for each way a CPU can be used well ({@link KernelSet}); all give the same numbers within
 * float rounding, and each gives the same bits every time. Kernels may keep scratch memory, so an instance belongs to one
 * workspace and is used by one thread at a time.
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

    /** {@code y = max(x, 0)}. */
    void relu(int n, float[] x, int xAt, float[] y, int yAt);

    /** {@code dx = y > 0 ? dy : 0}, where y is what {@link #relu} gave. */
    void reluBackward(int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt);

    /**
     * One row of 2×2 max-pooling with stride 2, and ReLU on its result.
     *
     * @param pixels  of the output row
     * @param stride  channels of a pixel, a {@link #paddedChannels} number
     * @param xRow    floats from a pixel of x to the one below
     */
    void maxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] y, int yAt);

    /** Hands the gradient of {@link #maxPool2Relu} to the first of the largest of each four, zero to the others. */
    void maxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] dy, int dyAt, float[] dx, int dxAt, int dxRow);

    /** {@link #maxPool2Relu} of {@code x · scale[c] + shift[c]}: a normalisation on the way. */
    void scaledMaxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] y, int yAt);

    /**
     * The gradient of {@link #scaledMaxPool2Relu} with respect to the scaled values, handed out as in
     * {@link #maxPool2ReluBackward}, and its sums over pixels: {@code sum[c] += d} and {@code dot[c] += d · x}.
     */
    void scaledMaxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] dy, int dyAt,
                                    float[] dx, int dxAt, int dxRow, float[] sum, float[] dot);

    /** {@code sum[c] += Σ x[p·stride + c]} over pixels p, for the channels of a pixel. */
    void addChannels(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt);

    /** {@code sum[c] += Σ d} and {@code dot[c] += Σ d·x} over pixels; with d = x the first two moments. */
    void addProducts(int pixels, int stride, float[] d, int dAt, float[] x, int xAt, float[] sum, float[] dot);

    /** {@code y = x · scale[c] + shift[c]} for each pixel. */
    void scale(int pixels, int stride, float[] x, int xAt, float[] scale, float[] shift, float[] y, int yAt);

    /** {@code dx = d · a[c] + x · b[c] + e[c]} for each pixel; d and dx may be the same. */
    void combine(int pixels, int stride, float[] d, int dAt, float[] a, float[] x, int xAt, float[] b, float[] e, float[] dx, int dxAt);

    /** {@code z = x + y}. */
    void add(int n, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt);

    void tanh(int n, float[] x, int xAt, float[] y, int yAt);

    void sigmoid(int n, float[] x, int xAt, float[] y, int yAt);

    /** A matrix of n rows and k columns that is multiplied by many times a step, kept in the order that suits these kernels. */
    Packed packed(int n, int k);

    /**
     * One time step of an LSTM for one sample: {@code gates} holds the sums that go into the input, forget, cell and output gate,
     * {@code width} each, and is overwritten by what comes out of the gates' functions.
     *
     * @param cells    the cell states of the step before, at {@code before}, and of this one, at {@code cellsAt}; before is -1 at the start
     * @param cellTanh receives tanh of the new cell state, likewise at {@code cellsAt}
     */
    void lstmForward(int width, float[] gates, int gatesAt, float[] cells, int before, int cellsAt, float[] cellTanh, float[] h, int hAt);

    /**
     * The gradient of {@link #lstmForward}: {@code gates} holds what came out of the gates and is overwritten by the gradient of what
     * went in; {@code dc} holds the gradient of the cell state from the step after, and receives that for the step before.
     */
    void lstmBackward(int width, float[] gates, int gatesAt, float[] cells, int before, float[] cellTanh, int cellsAt,
                      float[] dh, int dhAt, float[] dc, int dcAt);

    /** A matrix b of n×k in these kernels' own order. */
    interface Packed {
        /** Takes over b, whose element (i, j) stands at {@code bAt + i·rowStep + j·columnStep}. */
        void load(float[] b, int bAt, int rowStep, int columnStep);

        /** {@code c += a · bᵀ} for a of m×k. */
        void addProduct(int m, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride);
    }
}
