package io.starling.model.layer;

import io.starling.engine.Convolution;
import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;

/**
 * A convolution with a square kernel, with weights as {@code [output][input][y][x]}.
 *
 * <p>If ReLU and 2×2 max-pooling follow, the three are one unit: the convolved image is never kept, and the gradient of the weights is
 * summed over the one pixel in four that the pooling let through.
 */
final class Conv2d implements Layer {
    private final Shape output;
    private final boolean pooled;
    private final int inChannels;
    private final int kernel;
    private final int stride;
    private final int padding;
    private final int weightsAt;
    private final int biasAt;

    Conv2d(String name, Shape input, int channels, int kernel, int stride, int padding, boolean bias, StatePlan state) {
        if (padding >= kernel) {
            throw new IllegalArgumentException(name + ": a padding of " + padding + " with a kernel of " + kernel + " gives pixels that see no input");
        }
        inChannels = input.channels();
        pooled = false;
        this.kernel = kernel;
        this.stride = stride;
        this.padding = padding;
        output = Shape.image(channels, extent(input.height()), extent(input.width()));
        int fanIn = input.channels() * kernel * kernel;
        weightsAt = state.parameter(name + ".weight", StatePlan.fanIn(fanIn), channels, input.channels(), kernel, kernel);
        biasAt = bias ? state.parameter(name + ".bias", StatePlan.fanIn(fanIn), channels) : -1;
    }

    private Conv2d(Conv2d convolution) {
        output = Shape.image(convolution.output.channels(), convolution.output.height() / 2, convolution.output.width() / 2);
        pooled = true;
        inChannels = convolution.inChannels;
        kernel = convolution.kernel;
        stride = convolution.stride;
        padding = convolution.padding;
        weightsAt = convolution.weightsAt;
        biasAt = convolution.biasAt;
    }

    /** The same with ReLU and max-pooling after it; the two commute, in values and in gradients. */
    Conv2d thenReluMaxPool() {
        return new Conv2d(this);
    }

    boolean isPooled() {
        return pooled;
    }

    private int extent(int pixels) {
        return (pixels + 2 * padding - kernel) / stride + 1;
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public int inputHalo() {
        return padding;
    }

    @Override
    public boolean needsPaddedInput() {
        return false;
    }

    @Override
    public int gradientHalo() {
        return pooled ? 0 : Convolution.Geometry.gradientHalo(kernel, stride, padding);
    }

    @Override
    public long multiplications() {
        return (long) output.size() * (pooled ? 4 : 1) * inChannels * kernel * kernel;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        Convolution.Geometry geometry = new Convolution.Geometry(in, out, kernel, stride, padding, weightsAt, biasAt);
        Convolution convolution = pooled ? kernels.pooledConvolution(geometry, capacity) : kernels.convolution(geometry);
        return new Unit() {
            @Override
            public void load(Pass pass) {
                convolution.load(pass.state, pass.training);
            }

            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    convolution.forward(n);
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    convolution.backward(n);
                }
            }

            @Override
            public void storeGradient(Pass pass) {
                convolution.storeGradient(pass.gradient);
            }
        };
    }
}
