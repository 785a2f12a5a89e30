package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;

/** From an image to a vector in PyTorch's order, channel by channel; from a sequence to its vectors one after another. */
final class Flatten implements Layer {
    private final Shape input;

    Flatten(Shape input) {
        this.input = input;
    }

    @Override
    public Shape output() {
        return Shape.vector(input.size());
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        // Distances in the vector between pixels, and between channels of one pixel.
        int pixelStep = input.kind() == Shape.Kind.IMAGE ? 1 : input.channels();
        int channelStep = input.kind() == Shape.Kind.IMAGE ? input.pixels() : 1;
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int y = 0; y < input.height(); y++) {
                        for (int x = 0; x < input.width(); x++) {
                            int vector = out.at(n) + (y * input.width() + x) * pixelStep;
                            copy(input.channels(), in.values(), in.at(n, y, x), 1, out.values(), vector, channelStep);
                        }
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    for (int y = 0; y < input.height(); y++) {
                        for (int x = 0; x < input.width(); x++) {
                            int vector = out.gradientAt(n) + (y * input.width() + x) * pixelStep;
                            copy(input.channels(), out.gradient(), vector, channelStep, in.gradient(), in.gradientAt(n, y, x), 1);
                        }
                    }
                }
            }
        };
    }

    private static void copy(int n, float[] from, int fromAt, int fromStep, float[] to, int toAt, int toStep) {
        for (int i = 0; i < n; i++) {
            to[toAt + i * toStep] = from[fromAt + i * fromStep];
        }
    }
}
