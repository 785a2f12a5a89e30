package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/**
 * One layer of LSTM over a whole sequence, from a zero state; stack them for more. Weights are PyTorch's: {@code weight_ih}
 * {@code [4·width][input]}, {@code weight_hh} {@code [4·width][width]}, {@code bias_ih}, {@code bias_hh}, gates in the order input,
 * forget, cell, output.
 *
 * <p>The input's part of all gates of all time steps is one matrix product; only the recurrent part goes step by step. The gradients
 * of weights and input are likewise each one product over all steps, after the steps have been gone through backwards.
 */
final class Lstm implements Layer {
    /** Rows of gates lie a little more than a power of two apart, or columns of them would fall on the same few cache lines. */
    private static final int ROW_PADDING = 16;

    private final int inputs;
    private final int width;
    private final Shape output;
    private final int inputWeightsAt;
    private final int hiddenWeightsAt;
    private final int inputBiasAt;
    private final int hiddenBiasAt;

    Lstm(String name, Shape input, int width, StatePlan state) {
        inputs = input.channels();
        this.width = width;
        output = Shape.sequence(input.height(), width);
        StatePlan.Start start = new StatePlan.Start.Uniform(1 / Math.sqrt(width));
        inputWeightsAt = state.parameter(name + ".weight_ih", start, 4 * width, inputs);
        hiddenWeightsAt = state.parameter(name + ".weight_hh", start, 4 * width, width);
        inputBiasAt = state.parameter(name + ".bias_ih", start, 4 * width);
        hiddenBiasAt = state.parameter(name + ".bias_hh", start, 4 * width);
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
        return (long) output.height() * 4 * width * (inputs + width);
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Work(kernels, in, out, capacity);
    }

    private final class Work implements Unit {
        private final Kernels kernels;
        private final Volume in;
        private final Volume out;
        private final int steps = output.height();
        private final int gateStride = 4 * width + ROW_PADDING;
        private final float[] gates;
        private final float[] cells;
        private final float[] cellTanh;
        private final float[] dCells;
        private final float[] dHidden;
        private final float[] before;
        private final Kernels.Packed inputWeights;
        private final Kernels.Packed hiddenWeights;
        private final Kernels.Packed inputWeightsBack;
        private final Kernels.Packed hiddenWeightsBack;

        Work(Kernels kernels, Volume in, Volume out, int capacity) {
            this.kernels = kernels;
            this.in = in;
            this.out = out;
            gates = new float[capacity * steps * gateStride];
            cells = new float[capacity * steps * width];
            cellTanh = new float[capacity * steps * width];
            dCells = new float[capacity * width];
            dHidden = new float[capacity * width];
            before = new float[capacity * steps * width];
            inputWeights = kernels.packed(4 * width, inputs);
            hiddenWeights = kernels.packed(4 * width, width);
            inputWeightsBack = in.hasGradient() ? kernels.packed(inputs, 4 * width) : null;
            hiddenWeightsBack = kernels.packed(width, 4 * width);
        }

        @Override
        public void load(Pass pass) {
            inputWeights.load(pass.state, inputWeightsAt, inputs, 1);
            hiddenWeights.load(pass.state, hiddenWeightsAt, width, 1);
            if (pass.training) {
                hiddenWeightsBack.load(pass.state, hiddenWeightsAt, 1, width);
                if (in.hasGradient()) {
                    inputWeightsBack.load(pass.state, inputWeightsAt, 1, inputs);
                }
            }
        }

        /** Time steps of a sample, and samples, are rows of one matrix. */
        private int row(int sample, int step) {
            return sample * steps + step;
        }

        @Override
        public void forward(Pass pass, int from, int to) {
            for (int r = row(from, 0); r < row(to, 0); r++) {
                kernels.add(4 * width, pass.state, inputBiasAt, pass.state, hiddenBiasAt, gates, r * gateStride);
            }
            inputWeights.addProduct((to - from) * steps, in.values(), in.at(from), inputs, gates, row(from, 0) * gateStride, gateStride);
            for (int t = 0; t < steps; t++) {
                if (t > 0) {
                    hiddenWeights.addProduct(to - from, out.values(), out.at(from, t - 1, 0), out.sampleStride(),
                        gates, row(from, t) * gateStride, steps * gateStride);
                }
                for (int n = from; n < to; n++) {
                    int cell = row(n, t) * width;
                    kernels.lstmForward(width, gates, row(n, t) * gateStride, cells, t == 0 ? -1 : cell - width, cell, cellTanh,
                        out.values(), out.at(n, t, 0));
                }
            }
        }

        @Override
        public void backward(Pass pass, int from, int to) {
            backThroughTime(from, to);
            int rows = (to - from) * steps;
            int first = row(from, 0) * gateStride;
            kernels.transposedProduct(4 * width, inputs, rows, gates, first, gateStride, in.values(), in.at(from), inputs,
                pass.gradient, inputWeightsAt, inputs);
            shiftHidden(from, to);
            kernels.transposedProduct(4 * width, width, rows, gates, first, gateStride, before, row(from, 0) * width, width,
                pass.gradient, hiddenWeightsAt, width);
            Arrays.fill(pass.gradient, inputBiasAt, inputBiasAt + 4 * width, 0);
            for (int r = row(from, 0); r < row(to, 0); r++) {
                kernels.add(4 * width, pass.gradient, inputBiasAt, gates, r * gateStride, pass.gradient, inputBiasAt);
            }
            System.arraycopy(pass.gradient, inputBiasAt, pass.gradient, hiddenBiasAt, 4 * width);
            if (in.hasGradient()) {
                Arrays.fill(in.gradient(), in.gradientAt(from), in.gradientAt(from) + rows * inputs, 0);
                inputWeightsBack.addProduct(rows, gates, first, gateStride, in.gradient(), in.gradientAt(from), inputs);
            }
        }

        /** Turns what came out of the gates into the gradient of what went in, from the last step to the first. */
        private void backThroughTime(int from, int to) {
            Arrays.fill(dCells, 0);
            for (int t = steps - 1; t >= 0; t--) {
                for (int n = from; n < to; n++) {
                    System.arraycopy(out.gradient(), out.gradientAt(n, t, 0), dHidden, n * width, width);
                }
                if (t < steps - 1) {
                    hiddenWeightsBack.addProduct(to - from, gates, row(from, t + 1) * gateStride, steps * gateStride,
                        dHidden, from * width, width);
                }
                for (int n = from; n < to; n++) {
                    int cell = row(n, t) * width;
                    kernels.lstmBackward(width, gates, row(n, t) * gateStride, cells, t == 0 ? -1 : cell - width, cellTanh, cell,
                        dHidden, n * width, dCells, n * width);
                }
            }
        }

        /** The hidden state before each step, in the same rows as the gates; zero before the first. */
        private void shiftHidden(int from, int to) {
            for (int n = from; n < to; n++) {
                int at = row(n, 0) * width;
                Arrays.fill(before, at, at + width, 0);
                System.arraycopy(out.values(), out.at(n), before, at + width, (steps - 1) * width);
            }
        }
    }
}
