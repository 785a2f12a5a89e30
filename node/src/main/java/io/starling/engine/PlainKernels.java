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

    @Override
    public void relu(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = Math.max(x[xAt + i], 0);
        }
    }

    @Override
    public void reluBackward(int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
        for (int i = 0; i < n; i++) {
            dx[dxAt + i] = y[yAt + i] > 0 ? dy[dyAt + i] : 0;
        }
    }

    @Override
    public void maxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] y, int yAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                float upper = Math.max(x[i], x[i + stride]);
                float lower = Math.max(x[i + xRow], x[i + xRow + stride]);
                y[yAt + p * stride + c] = Math.max(Math.max(upper, lower), 0);
            }
        }
    }

    @Override
    public void maxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] dy, int dyAt,
                                     float[] dx, int dxAt, int dxRow) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                int d = dxAt + 2 * p * stride + c;
                float x00 = x[i];
                float x01 = x[i + stride];
                float x10 = x[i + xRow];
                float x11 = x[i + xRow + stride];
                float largest = Math.max(Math.max(x00, x01), Math.max(x10, x11));
                float left = largest > 0 ? dy[dyAt + p * stride + c] : 0;
                boolean first = x00 == largest;
                boolean second = !first && x01 == largest;
                boolean third = !first && !second && x10 == largest;
                dx[d] = first ? left : 0;
                dx[d + stride] = second ? left : 0;
                dx[d + dxRow] = third ? left : 0;
                dx[d + dxRow + stride] = first || second || third ? 0 : left;
            }
        }
    }

    @Override
    public void addChannels(int pixels, int stride, float[] x, int xAt, float[] sum, int sumAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                sum[sumAt + c] += x[xAt + p * stride + c];
            }
        }
    }
}
