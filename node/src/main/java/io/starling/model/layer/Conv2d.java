package io.starling.model.layer;

import io.starling.engine.Convolution;
import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;

/** A convolution with a square kernel, with weights as {@code [output][input][y][x]}. */
final class Conv2d implements Layer {
    private final Shape output;
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
        this.kernel = kernel;
        this.stride = stride;
        this.padding = padding;
        output = Shape.image(channels, extent(input.height()), extent(input.width()));
        int fanIn = input.channels() * kernel * kernel;
        weightsAt = state.parameter(name + ".weight", StatePlan.fanIn(fanIn), channels, input.channels(), kernel, kernel);
        biasAt = bias ? state.parameter(name + ".bias", StatePlan.fanIn(fanIn), channels) : -1;
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
        return Convolution.Geometry.gradientHalo(kernel, stride, padding);
    }

    @Override
    public long multiplications() {
        return (long) output.size() * inChannels * kernel * kernel;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        Convolution convolution = kernels.convolution(new Convolution.Geometry(in, out, kernel, stride, padding, weightsAt, biasAt));
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
