package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** Max-pooling with windows of any size, stride and padding; padding never wins. */
final class MaxPool implements Layer {
    private final Shape input;
    private final Shape output;
    private final int window;
    private final int stride;
    private final int padding;

    MaxPool(Shape input, int window, int stride, int padding) {
        this.input = input;
        this.window = window;
        this.stride = stride;
        this.padding = padding;
        output = Shape.image(input.channels(), extent(input.height()), extent(input.width()));
    }

    private int extent(int pixels) {
        return (pixels + 2 * padding - window) / stride + 1;
    }

    boolean isTwoByTwo() {
        return window == 2 && stride == 2 && padding == 0;
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int y = 0; y < output.height(); y++) {
                        for (int x = 0; x < output.width(); x++) {
                            pool(n, y, x);
                        }
                    }
                }
            }

            private void pool(int n, int y, int x) {
                int to = out.at(n, y, x);
                Arrays.fill(out.values(), to, to + input.channels(), Float.NEGATIVE_INFINITY);
                for (int wy = first(y); wy < end(y, input.height()); wy++) {
                    for (int wx = first(x); wx < end(x, input.width()); wx++) {
                        max(input.channels(), in.values(), in.at(n, wy, wx), out.values(), to);
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    clear(in, n);
                    for (int y = 0; y < output.height(); y++) {
                        for (int x = 0; x < output.width(); x++) {
                            unpool(n, y, x);
                        }
                    }
                }
            }

            /** The gradient goes to the first of the largest. */
            private void unpool(int n, int y, int x) {
                int y0 = out.at(n, y, x);
                int dy0 = out.gradientAt(n, y, x);
                for (int c = 0; c < input.channels(); c++) {
                    boolean given = false;
                    for (int wy = first(y); wy < end(y, input.height()) && !given; wy++) {
                        for (int wx = first(x); wx < end(x, input.width()) && !given; wx++) {
                            if (in.values()[in.at(n, wy, wx) + c] == out.values()[y0 + c]) {
                                in.gradient()[in.gradientAt(n, wy, wx) + c] += out.gradient()[dy0 + c];
                                given = true;
                            }
                        }
                    }
                }
            }
        };
    }

    private int first(int out) {
        return Math.max(0, out * stride - padding);
    }

    private int end(int out, int size) {
        return Math.min(size, out * stride - padding + window);
    }

    private static void max(int n, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] = Math.max(y[yAt + i], x[xAt + i]);
        }
    }

    /** Zeroes one sample's gradient. */
    static void clear(Volume volume, int sample) {
        for (int y = 0; y < volume.shape().height(); y++) {
            int row = volume.gradientAt(sample, y, 0);
            Arrays.fill(volume.gradient(), row, row + volume.rowLength(), 0);
        }
    }
}
