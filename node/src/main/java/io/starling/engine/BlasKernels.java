package io.starling.engine;

import io.starling.engine.OpenBlas.Memory;

/** Matrix products and convolutions on OpenBLAS: what is used where the vector module is not on. */
final class BlasKernels implements Kernels {
    private final Memory left = new Memory();
    private final Memory right = new Memory();
    private final Memory result = new Memory();

    @Override
    public KernelSet set() {
        return KernelSet.OPENBLAS;
    }

    @Override
    public int paddedChannels(int channels) {
        return channels;
    }

    @Override
    public void productTransposed(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] bias, int biasAt, float[] c, int cAt, int cStride) {
        left.put(m, k, a, aAt, aStride);
        right.put(n, k, b, bAt, bStride);
        result.reserve((long) m * n);
        OpenBlas.multiply(m, n, k, left, false, right, true, 0, result);
        result.get(m, n, c, cAt, cStride);
        for (int i = 0; i < m && bias != null; i++) {
            add(n, c, cAt + i * cStride, bias, biasAt, c, cAt + i * cStride);
        }
    }

    @Override
    public void product(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                        float[] c, int cAt, int cStride) {
        left.put(m, k, a, aAt, aStride);
        right.put(k, n, b, bAt, bStride);
        result.reserve((long) m * n);
        OpenBlas.multiply(m, n, k, left, false, right, false, 0, result);
        result.get(m, n, c, cAt, cStride);
    }

    @Override
    public void transposedProduct(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] c, int cAt, int cStride) {
        left.put(k, m, a, aAt, aStride);
        right.put(k, n, b, bAt, bStride);
        result.reserve((long) m * n);
        OpenBlas.multiply(m, n, k, left, true, right, false, 0, result);
        result.get(m, n, c, cAt, cStride);
    }

    @Override
    public Convolution convolution(Convolution.Geometry geometry) {
        return new BlasConvolution(geometry);
    }

    @Override
    public Packed packed(int n, int k) {
        Memory b = new Memory();
        float[] rows = new float[n * k];
        return new Packed() {
            @Override
            public void load(float[] from, int at, int rowStep, int columnStep) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < k; j++) {
                        rows[i * k + j] = from[at + i * rowStep + j * columnStep];
                    }
                }
                b.put(n, k, rows, 0, k);
            }

            @Override
            public void addProduct(int m, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride) {
                left.put(m, k, a, aAt, aStride);
                result.put(m, n, c, cAt, cStride);
                OpenBlas.multiply(m, n, k, left, false, b, true, 1, result);
                result.get(m, n, c, cAt, cStride);
            }
        };
    }
}
