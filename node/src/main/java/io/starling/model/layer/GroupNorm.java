package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/**
 * Group normalisation (Wu and He, ECCV 2018): each sample's channels are normalised in groups, then scaled and shifted by a
 * trained γ and β per channel.
 *
 * <p>It needs no statistics of other samples, so that averaged models work as they are; with BatchNorm they do not.
 *
 * <p>If ReLU and 2×2 max-pooling follow, the three are one unit: the normalised image is never written, the pooling reads what
 * came in and scales on the way.
 */
final class GroupNorm implements Layer {
    private final Shape input;
    private final Shape output;
    private final int groups;
    private final boolean pooled;
    private final int gammaAt;
    private final int betaAt;

    GroupNorm(String name, Shape input, int groups, StatePlan state) {
        this(input, input, groups, false,
            state.parameter(name + ".weight", new StatePlan.Start.Constant(1), input.channels()),
            state.parameter(name + ".bias", new StatePlan.Start.Constant(0), input.channels()));
        if (input.channels() % groups != 0) {
            throw new IllegalArgumentException(name + ": " + input.channels() + " channels cannot be put into " + groups + " groups");
        }
    }

    private GroupNorm(Shape input, Shape output, int groups, boolean pooled, int gammaAt, int betaAt) {
        this.input = input;
        this.output = output;
        this.groups = groups;
        this.pooled = pooled;
        this.gammaAt = gammaAt;
        this.betaAt = betaAt;
    }

    /** The same with ReLU and max-pooling after it. */
    GroupNorm thenReluMaxPool() {
        return new GroupNorm(input, Shape.image(input.channels(), input.height() / 2, input.width() / 2), groups, true, gammaAt, betaAt);
    }

    boolean isPooled() {
        return pooled;
    }

    @Override
    public Shape output() {
        return output;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Work(kernels, in, out, capacity);
    }

    private final class Work implements Unit {
        private final Kernels kernels;
        private final Volume in;
        private final Volume out;
        private final Normalisation norm;
        private final double[] means;
        private final double[] reciprocals;
        private final float[] gammaGradient = new float[input.channels()];
        private final float[] betaGradient = new float[input.channels()];
        private final double[] sums = new double[input.channels()];
        private final double[] dots = new double[input.channels()];
        private final int perGroup = input.channels() / groups;
        private final double valuesPerGroup = (double) perGroup * input.pixels();

        Work(Kernels kernels, Volume in, Volume out, int capacity) {
            this.kernels = kernels;
            this.in = in;
            this.out = out;
            norm = new Normalisation(in.channelStride());
            means = new double[capacity * groups];
            reciprocals = new double[capacity * groups];
        }

        @Override
        public void load(Pass pass) {
            Arrays.fill(gammaGradient, 0);
            Arrays.fill(betaGradient, 0);
        }

        @Override
        public void forward(Pass pass, int from, int to) {
            for (int n = from; n < to; n++) {
                measure(n);
                setScale(pass, n);
                if (pooled) {
                    for (int y = 0; y < output.height(); y++) {
                        kernels.scaledMaxPool2Relu(output.width(), in.channelStride(), in.values(), in.at(n, 2 * y, 0), in.rowStride(),
                            norm.scale, norm.shift, out.values(), out.at(n, y, 0));
                    }
                } else {
                    for (int y = 0; y < input.height(); y++) {
                        kernels.scale(input.width(), in.channelStride(), in.values(), in.at(n, y, 0), norm.scale, norm.shift,
                            out.values(), out.at(n, y, 0));
                    }
                }
            }
        }

        private void measure(int n) {
            Arrays.fill(norm.sum, 0);
            Arrays.fill(norm.dot, 0);
            for (int y = 0; y < input.height(); y++) {
                kernels.addProducts(input.width(), in.channelStride(), in.values(), in.at(n, y, 0), in.values(), in.at(n, y, 0),
                    norm.sum, norm.dot);
            }
            for (int g = 0; g < groups; g++) {
                double sum = 0;
                double squares = 0;
                for (int c = g * perGroup; c < (g + 1) * perGroup; c++) {
                    sum += norm.sum[c];
                    squares += norm.dot[c];
                }
                double mean = sum / valuesPerGroup;
                means[n * groups + g] = mean;
                reciprocals[n * groups + g] = Normalisation.reciprocalDeviation(mean, squares, valuesPerGroup);
            }
        }

        private void setScale(Pass pass, int n) {
            for (int g = 0; g < groups; g++) {
                norm.normalise(g * perGroup, (g + 1) * perGroup, means[n * groups + g], reciprocals[n * groups + g], pass.state, gammaAt, betaAt);
            }
        }

        @Override
        public void backward(Pass pass, int from, int to) {
            for (int n = from; n < to; n++) {
                Arrays.fill(norm.sum, 0);
                Arrays.fill(norm.dot, 0);
                // The gradient with respect to the normalised values: the output's own, or spread by the pooling to the input's memory.
                if (pooled) {
                    unpool(pass, n);
                } else {
                    for (int y = 0; y < input.height(); y++) {
                        kernels.addProducts(input.width(), in.channelStride(), out.gradient(), out.gradientAt(n, y, 0),
                            in.values(), in.at(n, y, 0), norm.sum, norm.dot);
                    }
                }
                for (int c = 0; c < input.channels(); c++) {
                    sums[c] = norm.sum[c];
                    dots[c] = norm.dot[c];
                }
                for (int g = 0; g < groups; g++) {
                    norm.backward(g * perGroup, (g + 1) * perGroup, means[n * groups + g], reciprocals[n * groups + g], valuesPerGroup,
                        dots, sums, pass.state, gammaAt, gammaGradient, betaGradient);
                }
                Volume gradients = pooled ? in : out;
                for (int y = 0; y < input.height() && in.hasGradient(); y++) {
                    kernels.combine(input.width(), in.channelStride(), gradients.gradient(), gradients.gradientAt(n, y, 0), norm.a,
                        in.values(), in.at(n, y, 0), norm.b, norm.e, in.gradient(), in.gradientAt(n, y, 0));
                }
            }
        }

        private void unpool(Pass pass, int n) {
            setScale(pass, n);
            for (int y = 0; y < output.height(); y++) {
                kernels.scaledMaxPool2ReluBackward(output.width(), in.channelStride(), in.values(), in.at(n, 2 * y, 0), in.rowStride(),
                    norm.scale, norm.shift, out.gradient(), out.gradientAt(n, y, 0),
                    in.gradient(), in.gradientAt(n, 2 * y, 0), in.gradientRowStride(), norm.sum, norm.dot);
            }
            MaxPoolRelu.clearRemainder(in, output, n);
        }

        @Override
        public void storeGradient(Pass pass) {
            System.arraycopy(gammaGradient, 0, pass.gradient, gammaAt, gammaGradient.length);
            System.arraycopy(betaGradient, 0, pass.gradient, betaAt, betaGradient.length);
        }
    }
}
