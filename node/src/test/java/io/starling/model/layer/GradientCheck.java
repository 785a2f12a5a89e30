package io.starling.model.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.random.KeyedRandom;

/**
 * Compares a model's gradient with differences of its loss.
 *
 * <p>Losses are floats, so single coordinates would drown in rounding; instead each named parameter is moved along
 * the gradient itself and along random directions, and the change of the loss is compared with the inner product.
 */
final class GradientCheck {
    private static final double STEP = 4e-3;
    private static final int DIRECTIONS = 6;

    private final Model model;
    private final Batch batch;
    private final float[] state;
    private final Model.Workspace workspace;

    GradientCheck(Model model, SampleShape shape, int batchSize, long seed) {
        this.model = model;
        batch = batch(shape, batchSize, seed);
        state = new float[model.stateCount()];
        model.initialise(state, seed);
        workspace = model.newWorkspace(batchSize);
    }

    static Batch batch(SampleShape shape, int size, long seed) {
        KeyedRandom random = KeyedRandom.of(seed, "batch");
        Batch batch = new Batch(size, shape.size());
        for (int i = 0; i < batch.features.length; i++) {
            batch.features[i] = shape.vocabulary() > 0 ? random.nextInt(shape.vocabulary()) : (float) random.nextGaussian();
        }
        for (int i = 0; i < size; i++) {
            batch.targets[i] = shape.classes() > 0 ? random.nextInt(shape.classes()) : (float) random.nextGaussian();
        }
        batch.size = size;
        return batch;
    }

    /** @param tolerance relative to the length of the parameter's gradient */
    void holdsWithin(double tolerance) {
        float[] gradient = gradient();
        for (Model.Parameter parameter : model.parameters()) {
            if (parameter.trained()) {
                check(parameter, gradient, tolerance);
            }
        }
    }

    private float[] gradient() {
        float[] gradient = new float[model.parameterCount()];
        java.util.Arrays.fill(gradient, Float.NaN);
        model.gradient(state.clone(), gradient, batch, workspace, 1);
        for (float g : gradient) {
            assertThat(g).as("every gradient is written").isNotNaN();
        }
        return gradient;
    }

    private void check(Model.Parameter parameter, float[] gradient, double tolerance) {
        int from = parameter.offset();
        int n = parameter.size();
        double length = 0;
        for (int i = from; i < from + n; i++) {
            length += (double) gradient[i] * gradient[i];
        }
        length = Math.sqrt(length);
        assertThat(length).as("gradient of %s", parameter.name()).isGreaterThan(1e-5);
        KeyedRandom random = KeyedRandom.of(7, parameter.name());
        for (int k = 0; k < DIRECTIONS; k++) {
            double[] direction = new double[n];
            double norm = 0;
            for (int i = 0; i < n; i++) {
                direction[i] = (k == 0 ? 0 : random.nextGaussian()) * length / Math.sqrt(n) + gradient[from + i];
                norm += direction[i] * direction[i];
            }
            double expected = 0;
            for (int i = 0; i < n; i++) {
                direction[i] /= Math.sqrt(norm);
                expected += direction[i] * gradient[from + i];
            }
            double measured = (loss(from, direction, STEP) - loss(from, direction, -STEP)) / (2 * STEP);
            assertThat(measured).as("slope of %s along direction %d, gradient of length %f", parameter.name(), k, length)
                .isCloseTo(expected, org.assertj.core.data.Offset.offset(tolerance * length + 1e-5 / STEP * 1e-1));
        }
    }

    private double loss(int from, double[] direction, double step) {
        float[] moved = state.clone();
        for (int i = 0; i < direction.length; i++) {
            moved[from + i] += (float) (step * direction[i]);
        }
        return model.gradient(moved, new float[model.parameterCount()], batch, workspace, 1);
    }
}
