package io.starling.model.layer;

import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import io.starling.engine.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a network together, layer by layer from the input to the loss.
 *
 * <p>Parameters are named after the kind of layer and its number among them: {@code conv1.weight}, {@code norm1.bias},
 * {@code dense2.weight}; they stand in the state in the order of the calls.
 */
public final class NetworkBuilder {
    private final KernelSet kernelSet;
    private final Shape input;
    private final List<Layer> layers = new ArrayList<>();
    private final StatePlan state = new StatePlan();
    private Shape shape;
    private int convolutions;
    private int denses;

    private NetworkBuilder(Shape input, KernelSet kernelSet) {
        this.input = input;
        this.kernelSet = kernelSet;
        shape = input;
    }

    /** A network on images. */
    public static NetworkBuilder images(SampleShape sample, KernelSet kernelSet) {
        int[] d = sample.dimensions();
        if (d.length != 3) {
            throw new IllegalArgumentException("samples of " + sample + " are no images of [channels, height, width]");
        }
        return new NetworkBuilder(Shape.image(d[0], d[1], d[2]), kernelSet);
    }

    /** A network on samples of any shape, as plain vectors. */
    public static NetworkBuilder vectors(SampleShape sample, KernelSet kernelSet) {
        return new NetworkBuilder(Shape.vector(sample.size()), kernelSet);
    }

    /** What comes out of the layers so far. */
    public Shape shape() {
        return shape;
    }

    private NetworkBuilder add(Layer layer) {
        layers.add(layer);
        shape = layer.output();
        return this;
    }

    public NetworkBuilder conv(int channels, int kernel, int stride, int padding) {
        return add(new Conv2d("conv" + ++convolutions, shape, channels, kernel, stride, padding, true, state));
    }

    public NetworkBuilder dense(int outputs) {
        return add(new Dense("dense" + ++denses, shape, outputs, state));
    }

    public NetworkBuilder relu() {
        return add(new Activation(shape, Activation.Function.RELU));
    }

    public NetworkBuilder tanh() {
        return add(new Activation(shape, Activation.Function.TANH));
    }

    public NetworkBuilder sigmoid() {
        return add(new Activation(shape, Activation.Function.SIGMOID));
    }

    /** Max-pooling after ReLU, 2×2 with stride 2. */
    public NetworkBuilder reluMaxPool() {
        return add(new MaxPoolRelu(shape));
    }

    public NetworkBuilder flatten() {
        return add(new Flatten(shape));
    }

    /** Ends the network with a classification into as many classes as there are outputs. */
    public Network softmaxCrossEntropy() {
        return new Network(input, layers, state, new SoftmaxCrossEntropy(), kernelSet);
    }
}
