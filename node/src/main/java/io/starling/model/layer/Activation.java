package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;

/** A function of each value by itself. */
final class Activation implements Layer {
    private final Shape shape;
    private final Function function;

    /** Which function; each knows its derivative from its own result. */
    enum Function {
        RELU {
            @Override
            void forward(Kernels kernels, int n, float[] x, int xAt, float[] y, int yAt) {
                kernels.relu(n, x, xAt, y, yAt);
            }

            @Override
            void backward(Kernels kernels, int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
                kernels.reluBackward(n, y, yAt, dy, dyAt, dx, dxAt);
            }
        },
        TANH {
            @Override
            void forward(Kernels kernels, int n, float[] x, int xAt, float[] y, int yAt) {
                kernels.tanh(n, x, xAt, y, yAt);
            }

            @Override
            void backward(Kernels kernels, int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
                for (int i = 0; i < n; i++) {
                    dx[dxAt + i] = dy[dyAt + i] * (1 - y[yAt + i] * y[yAt + i]);
                }
            }
        },
        SIGMOID {
            @Override
            void forward(Kernels kernels, int n, float[] x, int xAt, float[] y, int yAt) {
                kernels.sigmoid(n, x, xAt, y, yAt);
            }

            @Override
            void backward(Kernels kernels, int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt) {
                for (int i = 0; i < n; i++) {
                    dx[dxAt + i] = dy[dyAt + i] * y[yAt + i] * (1 - y[yAt + i]);
                }
            }
        };

        abstract void forward(Kernels kernels, int n, float[] x, int xAt, float[] y, int yAt);

        abstract void backward(Kernels kernels, int n, float[] y, int yAt, float[] dy, int dyAt, float[] dx, int dxAt);
    }

    Activation(Shape shape, Function function) {
        this.shape = shape;
        this.function = function;
    }

    Function function() {
        return function;
    }

    @Override
    public Shape output() {
        return shape;
    }

    /** Vectors come from and go to layers that take the whole batch. */
    @Override
    public boolean wholeBatch() {
        return shape.kind() != Shape.Kind.IMAGE;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int y = 0; y < shape.height(); y++) {
                        function.forward(kernels, in.rowLength(), in.values(), in.at(n, y, 0), out.values(), out.at(n, y, 0));
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    for (int y = 0; y < shape.height(); y++) {
                        function.backward(kernels, in.rowLength(), out.values(), out.at(n, y, 0), out.gradient(), out.gradientAt(n, y, 0),
                            in.gradient(), in.gradientAt(n, y, 0));
                    }
                }
            }
        };
    }
}
