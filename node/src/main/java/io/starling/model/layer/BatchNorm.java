package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/**
 * Batch normalisation (Ioffe and Szegedy, ICML 2015): each channel is normalised over the batch, then scaled and shifted.
 *
 * <p>Evaluation uses running statistics, kept as buffers behind the parameters and averaged with them; as in PyTorch they move by
 * a tenth each step, and the variance is the unbiased one.
 */
final class BatchNorm implements Layer {
    private static final double MOMENTUM = 0.1;

    private final Shape shape;
    private final int gammaAt;
    private final int betaAt;
    private final int meanAt;
    private final int varianceAt;

    BatchNorm(String name, Shape shape, StatePlan state) {
        this.shape = shape;
        gammaAt = state.parameter(name + ".weight", new StatePlan.Start.Constant(1), shape.channels());
        betaAt = state.parameter(name + ".bias", new StatePlan.Start.Constant(0), shape.channels());
        meanAt = state.buffer(name + ".running_mean", 0, shape.channels());
        varianceAt = state.buffer(name + ".running_var", 1, shape.channels());
    }

    @Override
    public Shape output() {
        return shape;
    }

    @Override
    public boolean wholeBatch() {
        return true;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Work(kernels, in, out);
    }

    private final class Work implements Unit {
        private final Kernels kernels;
        private final Volume in;
        private final Volume out;
        private final Normalisation norm;
        private final int channels = shape.channels();
        private final double[] means = new double[channels];
        private final double[] reciprocals = new double[channels];
        private final double[] sums = new double[channels];
        private final double[] dots = new double[channels];
        private final float[] gammaGradient = new float[channels];
        private final float[] betaGradient = new float[channels];

        Work(Kernels kernels, Volume in, Volume out) {
            this.kernels = kernels;
            this.in = in;
            this.out = out;
            norm = new Normalisation(in.channelStride());
        }

        @Override
        public void forward(Pass pass, int from, int to) {
            if (pass.training) {
                measure(pass, from, to);
            } else {
                for (int c = 0; c < channels; c++) {
                    means[c] = pass.state[pass.buffersAt + meanAt + c];
                    reciprocals[c] = 1 / Math.sqrt(pass.state[pass.buffersAt + varianceAt + c] + Normalisation.EPSILON);
                }
            }
            for (int c = 0; c < channels; c++) {
                norm.normalise(c, c + 1, means[c], reciprocals[c], pass.state, gammaAt, betaAt);
            }
            for (int n = from; n < to; n++) {
                for (int y = 0; y < shape.height(); y++) {
                    kernels.scale(shape.width(), in.channelStride(), in.values(), in.at(n, y, 0), norm.scale, norm.shift,
                        out.values(), out.at(n, y, 0));
                }
            }
        }

        private void measure(Pass pass, int from, int to) {
            Arrays.fill(sums, 0);
            Arrays.fill(dots, 0);
            for (int n = from; n < to; n++) {
                addSample(in.values(), in.at(n), in.rowStride(), n);
            }
            double values = (double) shape.pixels() * (to - from);
            for (int c = 0; c < channels; c++) {
                means[c] = sums[c] / values;
                reciprocals[c] = Normalisation.reciprocalDeviation(means[c], dots[c], values);
                double variance = Math.max(0, dots[c] / values - means[c] * means[c]) * values / Math.max(1, values - 1);
                move(pass.state, pass.buffersAt + meanAt + c, means[c]);
                move(pass.state, pass.buffersAt + varianceAt + c, variance);
            }
        }

        private void move(float[] state, int at, double towards) {
            state[at] += (float) (MOMENTUM * (towards - state[at]));
        }

        /** Sums a sample in floats and the batch in doubles: the difference of squares that becomes the variance needs the digits. */
        private void addSample(float[] d, int dAt, int dRow, int n) {
            Arrays.fill(norm.sum, 0);
            Arrays.fill(norm.dot, 0);
            for (int y = 0; y < shape.height(); y++) {
                kernels.addProducts(shape.width(), in.channelStride(), d, dAt + y * dRow, in.values(), in.at(n, y, 0), norm.sum, norm.dot);
            }
            for (int c = 0; c < channels; c++) {
                sums[c] += norm.sum[c];
                dots[c] += norm.dot[c];
            }
        }

        @Override
        public void backward(Pass pass, int from, int to) {
            Arrays.fill(sums, 0);
            Arrays.fill(dots, 0);
            Arrays.fill(gammaGradient, 0);
            Arrays.fill(betaGradient, 0);
            for (int n = from; n < to; n++) {
                addSample(out.gradient(), out.gradientAt(n), out.gradientRowStride(), n);
            }
            double values = (double) shape.pixels() * (to - from);
            for (int c = 0; c < channels; c++) {
                norm.backward(c, c + 1, means[c], reciprocals[c], values, dots, sums, pass.state, gammaAt, gammaGradient, betaGradient);
            }
            for (int n = from; n < to && in.hasGradient(); n++) {
                for (int y = 0; y < shape.height(); y++) {
                    kernels.combine(shape.width(), in.channelStride(), out.gradient(), out.gradientAt(n, y, 0), norm.a,
                        in.values(), in.at(n, y, 0), norm.b, norm.e, in.gradient(), in.gradientAt(n, y, 0));
                }
            }
        }

        @Override
        public void storeGradient(Pass pass) {
            System.arraycopy(gammaGradient, 0, pass.gradient, gammaAt, channels);
            System.arraycopy(betaGradient, 0, pass.gradient, betaAt, channels);
        }
    }
}
