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

    /** {@code sum[c] += Σ x[p·stride + c]} over pixels p, for the channels of a pixel. */
    void addChannels(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt);
}
