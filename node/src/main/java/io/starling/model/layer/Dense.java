package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** {@code y = x·Wᵀ + b}, with W as {@code [output][input]}. */
final class Dense implements Layer {
    private final int inputs;
    private final Shape output;
    private final int weightsAt;
    private final int biasAt;

    Dense(String name, Shape input, int outputs, StatePlan state) {
        inputs = input.channels();
        output = Shape.vector(outputs);
        weightsAt = state.parameter(name + ".weight", StatePlan.fanIn(inputs), outputs, inputs);
        biasAt = state.parameter(name + ".bias", StatePlan.fanIn(inputs), outputs);
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public boolean wholeBatch() {
        return true;
    }

    @Override
    public long multiplications() {
        return (long) inputs * output.channels();
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        int outputs = output.channels();
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                kernels.productTransposed(to - from, outputs, inputs, in.values(), in.at(from), in.sampleStride(),
                    pass.state, weightsAt, inputs, pass.state, biasAt, out.values(), out.at(from), out.sampleStride());
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                kernels.transposedProduct(outputs, inputs, to - from, out.gradient(), out.gradientAt(from), outputs,
                    in.values(), in.at(from), in.sampleStride(), pass.gradient, weightsAt, inputs);
                Arrays.fill(pass.gradient, biasAt, biasAt + outputs, 0);
                kernels.addChannels(to - from, outputs, out.gradient(), out.gradientAt(from), pass.gradient, biasAt);
                if (in.hasGradient()) {
                    kernels.product(to - from, inputs, outputs, out.gradient(), out.gradientAt(from), outputs,
                        pass.state, weightsAt, inputs, in.gradient(), in.gradientAt(from), in.gradientSampleStride());
                }
            }
        };
    }
}
