package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/**
 * Max-pooling of 2×2 pixels with stride 2 and ReLU, in one.
 *
 * <p>The two commute, in values and in gradients; pooling first leaves a quarter of the values to clip, and saves writing the
 * clipped image. {@link NetworkBuilder} puts this wherever the two meet.
 */
final class MaxPoolRelu implements Layer {
    private final Shape output;

    MaxPoolRelu(Shape input) {
        output = Shape.image(input.channels(), input.height() / 2, input.width() / 2);
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
                        kernels.maxPool2Relu(output.width(), in.channelStride(), in.values(), in.at(n, 2 * y, 0), in.rowStride(),
                            out.values(), out.at(n, y, 0));
                    }
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to && in.hasGradient(); n++) {
                    for (int y = 0; y < output.height(); y++) {
                        kernels.maxPool2ReluBackward(output.width(), in.channelStride(), in.values(), in.at(n, 2 * y, 0), in.rowStride(),
                            out.gradient(), out.gradientAt(n, y, 0), in.gradient(), in.gradientAt(n, 2 * y, 0), in.gradientRowStride());
                    }
                    clearRemainder(in, output, n);
                }
            }
        };
    }

    /** The last row and column of an image of odd size are in no window. */
    static void clearRemainder(Volume in, Shape output, int sample) {
        Shape shape = in.shape();
        for (int y = 0; y < shape.height(); y++) {
            int firstUnseen = y < 2 * output.height() ? 2 * output.width() : 0;
            Arrays.fill(in.gradient(), in.gradientAt(sample, y, firstUnseen), in.gradientAt(sample, y, shape.width()), 0);
        }
    }
}
