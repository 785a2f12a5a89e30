package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/** Layer normalisation (Ba, Kiros, Hinton 2016) of vectors, or of each vector of a sequence: over its values, with γ and β for each. */
final class LayerNorm implements Layer {
    private final Shape shape;
    private final int gammaAt;
    private final int betaAt;

    LayerNorm(String name, Shape shape, StatePlan state) {
        if (shape.kind() == Shape.Kind.IMAGE) {
            throw new IllegalArgumentException(name + " is for vectors and sequences; for images there is GroupNorm with one group");
        }
        this.shape = shape;
        gammaAt = state.parameter(name + ".weight", new StatePlan.Start.Constant(1), shape.channels());
        betaAt = state.parameter(name + ".bias", new StatePlan.Start.Constant(0), shape.channels());
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
        int width = shape.channels();
        double[] means = new double[capacity * shape.height()];
        double[] reciprocals = new double[capacity * shape.height()];
        return new Unit() {
            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    for (int t = 0; t < shape.height(); t++) {
                        forward(pass, n * shape.height() + t, in.at(n, t, 0), out.at(n, t, 0));
                    }
                }
            }

            private void forward(Pass pass, int row, int x, int y) {
                double sum = 0;
                for (int i = 0; i < width; i++) {
                    sum += in.values()[x + i];
                }
                double mean = sum / width;
                double squares = 0;
                for (int i = 0; i < width; i++) {
                    double d = in.values()[x + i] - mean;
                    squares += d * d;
                }
                double r = 1 / Math.sqrt(squares / width + Normalisation.EPSILON);
                means[row] = mean;
                reciprocals[row] = r;
                for (int i = 0; i < width; i++) {
                    double normal = (in.values()[x + i] - mean) * r;
                    out.values()[y + i] = (float) (normal * pass.state[gammaAt + i] + pass.state[betaAt + i]);
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                Arrays.fill(pass.gradient, gammaAt, gammaAt + width, 0);
                Arrays.fill(pass.gradient, betaAt, betaAt + width, 0);
                for (int n = from; n < to; n++) {
                    for (int t = 0; t < shape.height(); t++) {
                        backward(pass, n * shape.height() + t, in.at(n, t, 0), out.gradientAt(n, t, 0),
                            in.hasGradient() ? in.gradientAt(n, t, 0) : -1);
                    }
                }
            }

            private void backward(Pass pass, int row, int x, int dy, int dx) {
                double mean = means[row];
                double r = reciprocals[row];
                double meanGradient = 0;
                double meanProjection = 0;
                for (int i = 0; i < width; i++) {
                    double normal = (in.values()[x + i] - mean) * r;
                    double d = out.gradient()[dy + i];
                    pass.gradient[gammaAt + i] += (float) (d * normal);
                    pass.gradient[betaAt + i] += (float) d;
                    meanGradient += d * pass.state[gammaAt + i] / width;
                    meanProjection += d * pass.state[gammaAt + i] * normal / width;
                }
                for (int i = 0; i < width && dx >= 0; i++) {
                    double normal = (in.values()[x + i] - mean) * r;
                    double d = out.gradient()[dy + i] * pass.state[gammaAt + i];
                    in.gradient()[dx + i] = (float) (r * (d - meanGradient - normal * meanProjection));
                }
            }
        };
    }
}
