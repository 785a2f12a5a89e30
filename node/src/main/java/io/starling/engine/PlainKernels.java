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

    @Override
    public void scaledMaxPool2Relu(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift, float[] y, int yAt) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                float upper = Math.max(x[i] * scale[c], x[i + stride] * scale[c]);
                float lower = Math.max(x[i + xRow] * scale[c], x[i + xRow + stride] * scale[c]);
                y[yAt + p * stride + c] = Math.max(Math.max(upper, lower) + shift[c], 0);
            }
        }
    }

    @Override
    public void scaledMaxPool2ReluBackward(int pixels, int stride, float[] x, int xAt, int xRow, float[] scale, float[] shift,
                                           float[] dy, int dyAt, float[] dx, int dxAt, int dxRow, float[] sum, float[] dot) {
        for (int p = 0; p < pixels; p++) {
            for (int c = 0; c < stride; c++) {
                int i = xAt + 2 * p * stride + c;
                int d = dxAt + 2 * p * stride + c;
                int largest = 0;
                for (int corner = 1; corner < 4; corner++) {
                    if (x[i + corner(corner, stride, xRow)] * scale[c] > x[i + corner(largest, stride, xRow)] * scale[c]) {
                        largest = corner;
                    }
                }
                float value = x[i + corner(largest, stride, xRow)];
                float gradient = value * scale[c] + shift[c] > 0 ? dy[dyAt + p * stride + c] : 0;
                for (int corner = 0; corner < 4; corner++) {
                    dx[d + corner(corner, stride, dxRow)] = corner == largest ? gradient : 0;
                }
                sum[c] += gradient;
                dot[c] += gradient * value;
            }
        }
    }

    /** Distance of one of four neighbouring pixels from the first. */
    private static int corner(int corner, int stride, int row) {
        return (corner & 1) * stride + (corner >> 1) * row;
    }

    @Override
    public void addProducts(int pixels, int stride, float[] d, int dAt, float[] x, int xAt, float[] sum, float[] dot) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                sum[c] += d[dAt + p + c];
                dot[c] += d[dAt + p + c] * x[xAt + p + c];
            }
        }
    }

    @Override
    public void scale(int pixels, int stride, float[] x, int xAt, float[] scale, float[] shift, float[] y, int yAt) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                y[yAt + p + c] = x[xAt + p + c] * scale[c] + shift[c];
            }
        }
    }

    @Override
    public void combine(int pixels, int stride, float[] d, int dAt, float[] a, float[] x, int xAt, float[] b, float[] e,
                        float[] dx, int dxAt) {
        for (int p = 0; p < pixels * stride; p += stride) {
            for (int c = 0; c < stride; c++) {
                dx[dxAt + p + c] = d[dAt + p + c] * a[c] + (x[xAt + p + c] * b[c] + e[c]);
            }
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
        for (int i = 0; i < n; i++) {
            y[yAt + i] = tanh(x[xAt + i]);
        }
    }

    @Override
    public void sigmoid(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = sigmoid(x[xAt + i]);
        }
    }

    private static float tanh(float x) {
        return (float) Math.tanh(x);
    }

    private static float sigmoid(float x) {
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

    @Override
    public void lstmForward(int width, float[] gates, int gatesAt, float[] cells, int before, int cellsAt, float[] cellTanh,
                            float[] h, int hAt) {
        for (int u = 0; u < width; u++) {
            int at = gatesAt + u;
            float in = sigmoid(gates[at]);
            float forget = sigmoid(gates[at + width]);
            float candidate = tanh(gates[at + 2 * width]);
            float out = sigmoid(gates[at + 3 * width]);
            float cell = in * candidate + (before < 0 ? 0 : forget * cells[before + u]);
            gates[at] = in;
            gates[at + width] = forget;
            gates[at + 2 * width] = candidate;
            gates[at + 3 * width] = out;
            cells[cellsAt + u] = cell;
            cellTanh[cellsAt + u] = tanh(cell);
            h[hAt + u] = out * cellTanh[cellsAt + u];
        }
    }

    @Override
    public void lstmBackward(int width, float[] gates, int gatesAt, float[] cells, int before, float[] cellTanh, int cellsAt,
                             float[] dh, int dhAt, float[] dc, int dcAt) {
        LstmGradient.backward(width, gates, gatesAt, cells, before, cellTanh, cellsAt, dh, dhAt, dc, dcAt);
    }
}
