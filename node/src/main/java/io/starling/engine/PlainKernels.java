package io.starling.engine;

import java.util.Arrays;

/** Straightforward loops: what the other sets are tested against, and what is left where neither can be used. */
final class PlainKernels implements Kernels {
    @Override
    public KernelSet set() {
        return KernelSet.PLAIN;
    }

    @Override
    public int paddedChannels(int channels) {
        return channels;
    }

    @Override
    public void productTransposed(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] bias, int biasAt, float[] c, int cAt, int cStride) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                float sum = bias == null ? 0 : bias[biasAt + j];
                for (int l = 0; l < k; l++) {
                    sum += a[aAt + i * aStride + l] * b[bAt + j * bStride + l];
                }
                c[cAt + i * cStride + j] = sum;
            }
        }
    }

    @Override
    public void product(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                        float[] c, int cAt, int cStride) {
        for (int i = 0; i < m; i++) {
            int row = cAt + i * cStride;
            Arrays.fill(c, row, row + n, 0);
            for (int l = 0; l < k; l++) {
                addScaled(n, a[aAt + i * aStride + l], b, bAt + l * bStride, c, row);
            }
        }
    }

    @Override
    public void transposedProduct(int m, int n, int k, float[] a, int aAt, int aStride, float[] b, int bAt, int bStride,
                                  float[] c, int cAt, int cStride) {
        for (int i = 0; i < m; i++) {
            int row = cAt + i * cStride;
            Arrays.fill(c, row, row + n, 0);
            for (int l = 0; l < k; l++) {
                addScaled(n, a[aAt + l * aStride + i], b, bAt + l * bStride, c, row);
            }
        }
    }

    private static void addScaled(int n, float factor, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] += factor * x[xAt + i];
        }
    }

    @Override
    public Convolution convolution(Convolution.Geometry geometry) {
        return new PlainConvolution(geometry);
    }

    /** Distance of one of four neighbouring pixels from the first. */
    static int corner(int corner, int stride, int row) {
        return (corner & 1) * stride + (corner >> 1) * row;
    }

    /** The first of the largest of four neighbouring pixels, of their values times a factor. Written so that nothing branches on values. */
    static int largestCorner(float[] x, int at, int stride, int row, float factor) {
        float top = x[at] * factor;
        float next = x[at + stride] * factor;
        int corner = next > top ? 1 : 0;
        top = Math.max(top, next);
        next = x[at + row] * factor;
        corner = next > top ? 2 : corner;
        top = Math.max(top, next);
        next = x[at + row + stride] * factor;
        return next > top ? 3 : corner;
    }

    /** The gradient where the value is positive, zero elsewhere: a mask of bits instead of a branch. */
    static float ifPositive(float value, float gradient) {
        int mask = value > 0 ? -1 : 0;
        return Float.intBitsToFloat(Float.floatToRawIntBits(gradient) & mask);
    }

    static void giveCorner(int corner, float gradient, float[] dx, int at, int stride, int row) {
        dx[at] = 0;
        dx[at + stride] = 0;
        dx[at + row] = 0;
        dx[at + row + stride] = 0;
        dx[at + corner(corner, stride, row)] = gradient;
    }

    static float logistic(float x) {
        return (float) (1 / (1 + Math.exp(-x)));
    }

    @Override
    public Packed packed(int n, int k) {
        float[] rows = new float[n * k];
        return new Packed() {
            @Override
            public void load(float[] b, int bAt, int rowStep, int columnStep) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < k; j++) {
                        rows[i * k + j] = b[bAt + i * rowStep + j * columnStep];
                    }
                }
            }

            @Override
            public void addProduct(int m, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        float sum = 0;
                        for (int l = 0; l < k; l++) {
                            sum += a[aAt + i * aStride + l] * rows[j * k + l];
                        }
                        c[cAt + i * cStride + j] += sum;
                    }
                }
            }
        };
    }
}
