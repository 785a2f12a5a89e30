package io.starling.model.layer;

import io.starling.dataset.Batch;
import io.starling.engine.KernelSet;
import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import io.starling.model.Model;
import io.starling.model.Score;
import java.util.List;

/** A model made of layers, computed by this project's own engine. Made with {@link NetworkBuilder}. */
public final class Network implements Model {
    private final Shape input;
    private final List<Layer> layers;
    private final StatePlan state;
    private final Loss loss;
    private final KernelSet kernelSet;

    Network(Shape input, List<Layer> layers, StatePlan state, Loss loss, KernelSet kernelSet) {
        this.input = input;
        this.layers = List.copyOf(layers);
        this.state = state;
        this.loss = loss;
        this.kernelSet = kernelSet;
    }

    @Override
    public int parameterCount() {
        return state.parameterCount();
    }

    @Override
    public int stateCount() {
        return state.stateCount();
    }

    @Override
    public List<Parameter> parameters() {
        return state.entries();
    }

    @Override
    public void initialise(float[] values, long seed) {
        state.initialise(values, seed);
    }

    /** The kernels that its workspaces use. */
    public KernelSet kernelSet() {
        return kernelSet;
    }

    /** Floating-point operations of a forward pass over one sample, those of matrix products and convolutions. */
    public long evaluationFlops() {
        return 2 * layers.stream().mapToLong(Layer::multiplications).sum();
    }

    /**
     * Likewise of a training step's share of one sample: the backward pass costs as much as the forward pass for the parameters and again
     * for the input, which the first layer does not need.
     */
    public long trainingFlops() {
        long first = layers.stream().mapToLong(Layer::multiplications).filter(n -> n > 0).findFirst().orElse(0);
        return 3 * evaluationFlops() - 2 * first;
    }

    @Override
    public Workspace newWorkspace(int batchCapacity) {
        return new Memory(batchCapacity);
    }

    @Override
    public float gradient(float[] values, float[] gradient, Batch batch, Workspace workspace, long key) {
        Memory memory = (Memory) workspace;
        Pass pass = memory.start(batch, values, true, key);
        pass.gradient = gradient;
        memory.chain.load(pass);
        memory.chain.forward(pass, 0, batch.size);
        float mean = loss.gradient(memory.chain.output(), batch.targets, batch.size);
        memory.chain.backward(pass, 0, batch.size);
        memory.chain.storeGradient(pass);
        return mean;
    }

    @Override
    public void score(float[] values, Batch batch, Workspace workspace, Score score) {
        Memory memory = (Memory) workspace;
        Pass pass = memory.start(batch, values, false, 0);
        memory.chain.load(pass);
        memory.chain.forward(pass, 0, batch.size);
        loss.score(memory.chain.output(), batch.targets, batch.size, score);
    }

    /** Everything of a batch's computation that is not the node's own. */
    private final class Memory implements Workspace {
        private final int capacity;
        private final Volume in;
        private final Chain chain;
        private final Pass pass = new Pass();

        Memory(int capacity) {
            this.capacity = capacity;
            Kernels kernels = kernelSet.kernels();
            boolean padded = input.kind() == Shape.Kind.IMAGE && layers.get(0).needsPaddedInput();
            int stride = padded ? kernels.paddedChannels(input.channels()) : input.channels();
            in = Volume.input(input, stride, layers.get(0).inputHalo(), capacity);
            chain = new Chain(layers, kernels, in, 0, true, capacity);
        }

        @Override
        public int batchCapacity() {
            return capacity;
        }

        Pass start(Batch batch, float[] values, boolean training, long key) {
            if (batch.size > capacity) {
                throw new IllegalArgumentException("a batch of " + batch.size + " in a workspace for " + capacity);
            }
            pass.state = values;
            pass.gradient = null;
            pass.buffersAt = state.parameterCount();
            pass.training = training;
            pass.size = batch.size;
            pass.key = key;
            for (int n = 0; n < batch.size; n++) {
                takeIn(batch.features, n * input.size(), n);
            }
            return pass;
        }

        /** From the data set's order, channel by channel, to ours. */
        private void takeIn(float[] features, int at, int sample) {
            if (input.kind() == Shape.Kind.VECTOR) {
                System.arraycopy(features, at, in.values(), in.at(sample), input.size());
                return;
            }
            for (int c = 0; c < input.channels(); c++) {
                for (int y = 0; y < input.height(); y++) {
                    int from = at + (c * input.height() + y) * input.width();
                    int to = in.at(sample, y, 0) + c;
                    for (int x = 0; x < input.width(); x++) {
                        in.values()[to + x * in.channelStride()] = features[from + x];
                    }
                }
            }
        }
    }
}
