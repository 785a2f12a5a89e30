package io.starling.model.layer;

import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import io.starling.engine.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

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
    private final StatePlan state;
    private final String prefix;
    private final Map<String, Integer> counts = new HashMap<>();
    private Shape shape;

    private NetworkBuilder(Shape input, KernelSet kernelSet, StatePlan state, String prefix) {
        this.input = input;
        this.kernelSet = kernelSet;
        this.state = state;
        this.prefix = prefix;
        shape = input;
    }

    /** A network on images. */
    public static NetworkBuilder images(SampleShape sample, KernelSet kernelSet) {
        int[] d = sample.dimensions();
        if (d.length != 3) {
            throw new IllegalArgumentException("samples of " + sample + " are no images of [channels, height, width]");
        }
        return new NetworkBuilder(Shape.image(d[0], d[1], d[2]), kernelSet, new StatePlan(), "");
    }

    /** A network on samples of any shape, as plain vectors. */
    public static NetworkBuilder vectors(SampleShape sample, KernelSet kernelSet) {
        return new NetworkBuilder(Shape.vector(sample.size()), kernelSet, new StatePlan(), "");
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

    private <L> L last(Class<L> kind) {
        return !layers.isEmpty() && kind.isInstance(layers.get(layers.size() - 1)) ? kind.cast(layers.get(layers.size() - 1)) : null;
    }

    private NetworkBuilder replaceLast(Layer layer) {
        layers.remove(layers.size() - 1);
        return add(layer);
    }

    private String name(String kind) {
        return prefix + kind + counts.merge(kind, 1, Integer::sum);
    }

    public NetworkBuilder conv(int channels, int kernel, int stride, int padding) {
        return add(new Conv2d(name("conv"), shape, channels, kernel, stride, padding, true, state));
    }

    /** A convolution without bias, as before a normalisation, which would take the bias out again. */
    public NetworkBuilder convWithoutBias(int channels, int kernel, int stride, int padding) {
        return add(new Conv2d(name("conv"), shape, channels, kernel, stride, padding, false, state));
    }

    public NetworkBuilder dense(int outputs) {
        if (shape.kind() != Shape.Kind.VECTOR) {
            throw new IllegalArgumentException("a dense layer takes vectors, not " + shape + "; flatten first");
        }
        return add(new Dense(name("dense"), shape, outputs, state));
    }

    public NetworkBuilder groupNorm(int groups) {
        return add(new GroupNorm(name("norm"), shape, groups, state));
    }

    public NetworkBuilder batchNorm() {
        return add(new BatchNorm(name("norm"), shape, state));
    }

    public NetworkBuilder layerNorm() {
        return add(new LayerNorm(name("norm"), shape, state));
    }

    public NetworkBuilder relu() {
        MaxPool pool = last(MaxPool.class);
        if (pool != null && pool.isTwoByTwo()) {
            layers.remove(layers.size() - 1);
            shape = layers.isEmpty() ? input : layers.get(layers.size() - 1).output();
            return reluMaxPool();
        }
        return add(new Activation(shape, Activation.Function.RELU));
    }

    public NetworkBuilder tanh() {
        return add(new Activation(shape, Activation.Function.TANH));
    }

    public NetworkBuilder sigmoid() {
        return add(new Activation(shape, Activation.Function.SIGMOID));
    }

    /** Max-pooling with windows of {@code window} squared, that far apart. */
    public NetworkBuilder maxPool(int window) {
        return maxPool(window, window, 0);
    }

    public NetworkBuilder maxPool(int window, int stride, int padding) {
        MaxPool pool = new MaxPool(shape, window, stride, padding);
        Activation activation = last(Activation.class);
        if (pool.isTwoByTwo() && activation != null && activation.function() == Activation.Function.RELU) {
            layers.remove(layers.size() - 1);
            return reluMaxPool();
        }
        return add(pool);
    }

    /** ReLU and 2×2 max-pooling, in one pass and with a convolution or a group normalisation before them if there is one. */
    private NetworkBuilder reluMaxPool() {
        Conv2d convolution = last(Conv2d.class);
        if (convolution != null && !convolution.isPooled()) {
            return replaceLast(convolution.thenReluMaxPool());
        }
        GroupNorm norm = last(GroupNorm.class);
        return norm != null && !norm.isPooled() && layers.size() > 1 ? replaceLast(norm.thenReluMaxPool()) : add(new MaxPoolRelu(shape));
    }

    public NetworkBuilder avgPool(int window) {
        return add(AvgPool.windows(shape, window, window));
    }

    /** The mean of each channel. */
    public NetworkBuilder globalAvgPool() {
        return add(AvgPool.global(shape));
    }

    public NetworkBuilder dropout(double rate) {
        return add(new Dropout(shape, rate, counts.merge("dropout", 1, Integer::sum)));
    }

    public NetworkBuilder flatten() {
        return add(new Flatten(shape));
    }

    /** From token numbers to sequences of trained vectors. */
    public NetworkBuilder embedding(int vocabulary, int width) {
        return add(new Embedding(name("embedding"), shape, vocabulary, width, -1, state));
    }

    /** Likewise, with token 0 as padding. */
    public NetworkBuilder embeddingWithPadding(int vocabulary, int width) {
        return add(new Embedding(name("embedding"), shape, vocabulary, width, 0, state));
    }

    /** An LSTM layer, giving its output at every step. */
    public NetworkBuilder lstm(int width) {
        return add(new Lstm(name("lstm"), shape, width, state));
    }

    /** The last vector of a sequence. */
    public NetworkBuilder lastStep() {
        return add(new LastStep(shape));
    }

    /** Pairs (user, item) to the inner product of their factors. */
    public NetworkBuilder factorization(int users, int items, int factors) {
        return add(new Factorization(users, items, factors, state));
    }

    /** Adds the outputs of several branches over what there is so far; a branch without layers is the identity. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final NetworkBuilder sum(UnaryOperator<NetworkBuilder>... branches) {
        return add(Branches.added(shape, build(branches)));
    }

    /** Puts the outputs of several branches one after another by channel. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final NetworkBuilder concat(UnaryOperator<NetworkBuilder>... branches) {
        return add(Branches.concatenated(shape, build(branches)));
    }

    private List<List<Layer>> build(UnaryOperator<NetworkBuilder>[] branches) {
        String place = prefix + "block" + counts.merge("block", 1, Integer::sum) + ".";
        List<List<Layer>> built = new ArrayList<>();
        for (int b = 0; b < branches.length; b++) {
            NetworkBuilder branch = new NetworkBuilder(shape, kernelSet, state, branches.length == 1 ? place : place + b + ".");
            branches[b].apply(branch);
            built.add(branch.layers);
        }
        return built;
    }

    /** Ends the network with a classification into as many classes as there are outputs. */
    public Network softmaxCrossEntropy() {
        return new Network(input, layers, state, new SoftmaxCrossEntropy(), kernelSet);
    }

    /** Ends the network with the prediction of a number. */
    public Network meanSquaredError() {
        return new Network(input, layers, state, new MeanSquaredError(), kernelSet);
    }
}
