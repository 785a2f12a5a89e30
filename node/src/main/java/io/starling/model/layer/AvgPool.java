package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** Mean over windows; with a window as large as the image, global average pooling. */
final class AvgPool implements Layer {
    private final Shape input;
    private final Shape output;
    private final int height;
    private final int width;
    private final int strideY;
    private final int strideX;

    private AvgPool(Shape input, int height, int width, int strideY, int strideX) {
        this.input = input;
        this.height = height;
        this.width = width;
        this.strideY = strideY;
        this.strideX = strideX;
        output = Shape.image(input.channels(), (input.height() - height) / strideY + 1, (input.width() - width) / strideX + 1);
    }

    static AvgPool windows(Shape input, int window, int stride) {
        return new AvgPool(input, window, window, stride, stride);
    }

    static AvgPool global(Shape input) {
        return new AvgPool(input, input.height(), input.width(), input.height(), input.width());
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        float share = 1f / (height * width);
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int p = 0; p < output.pixels(); p++) {
                        forward(n, p / output.width(), p % output.width());
                    }
                }
            }

            private void forward(int n, int y, int x) {
                int to = out.at(n, y, x);
                Arrays.fill(out.values(), to, to + input.channels(), 0);
                for (int wy = y * strideY; wy < y * strideY + height; wy++) {
                    for (int wx = x * strideX; wx < x * strideX + width; wx++) {
                        addScaled(input.channels(), share, in.values(), in.at(n, wy, wx), out.values(), to);
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    MaxPool.clear(in, n);
                    for (int p = 0; p < output.pixels(); p++) {
                        backward(n, p / output.width(), p % output.width());
                    }
                }
            }

            private void backward(int n, int y, int x) {
                int from = out.gradientAt(n, y, x);
                for (int wy = y * strideY; wy < y * strideY + height; wy++) {
                    for (int wx = x * strideX; wx < x * strideX + width; wx++) {
                        addScaled(input.channels(), share, out.gradient(), from, in.gradient(), in.gradientAt(n, wy, wx));
                    }
                }
            }
        };
    }

    private static void addScaled(int n, float factor, float[] x, int xAt, float[] y, int yAt) {
        for (int i = 0; i < n; i++) {
            y[yAt + i] += factor * x[xAt + i];
        }
    }
}
