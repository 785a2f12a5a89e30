package io.starling.training;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * Adam (Kingma and Ba, ICLR 2015), and AdamW (Loshchilov and Hutter, ICLR 2019), which takes weight decay off the parameters
 * directly instead of adding it to the gradient.
 */
public final class Adam implements Optimizer {
    private final float beta1;
    private final float beta2;
    private final float epsilon;
    private final float weightDecay;
    private final boolean decoupled;
    private final float[] mean;
    private final float[] square;
    /** The number of steps, as an array because it belongs into a checkpoint; exact up to 2^24. */
    private final float[] steps = new float[1];

    Adam(int parameterCount, double beta1, double beta2, double epsilon, double weightDecay, boolean decoupled) {
        this.beta1 = (float) beta1;
        this.beta2 = (float) beta2;
        this.epsilon = (float) epsilon;
        this.weightDecay = (float) weightDecay;
        this.decoupled = decoupled;
        mean = new float[parameterCount];
        square = new float[parameterCount];
    }

    @Override
    public void step(float[] state, float[] gradient, int parameterCount, float rate) {
        steps[0]++;
        // The means start at zero; these factors make up for it.
        double meanCorrection = 1 - Math.pow(beta1, steps[0]);
        double squareCorrection = Math.sqrt(1 - Math.pow(beta2, steps[0]));
        float keep = decoupled ? 1 - rate * weightDecay : 1;
        float decay = decoupled ? 0 : weightDecay;
        update(state, gradient, parameterCount, (float) (rate / meanCorrection), (float) (1 / squareCorrection), keep, decay);
    }

    private void update(float[] w, float[] g, int n, float rate, float squareFactor, float keep, float decay) {
        for (int i = 0; i < n; i++) {
            float d = g[i] + decay * w[i];
            mean[i] = beta1 * mean[i] + (1 - beta1) * d;
            square[i] = beta2 * square[i] + (1 - beta2) * d * d;
            w[i] = keep * w[i] - rate * mean[i] / ((float) Math.sqrt(square[i]) * squareFactor + epsilon);
        }
    }

    @Override
    public void reset() {
        Arrays.fill(mean, 0);
        Arrays.fill(square, 0);
        steps[0] = 0;
    }

    @Override
    public List<float[]> memory() {
        return List.of(mean, square, steps);
    }

    private abstract static sealed class Maker implements Optimizer.Factory permits Factory, DecoupledFactory {
        static final Key<Double> BETA1 = Key.number("training.beta1").between(0, 1).orElse(0.9).perNode()
            .doc("Decay of adam's mean of gradients.");
        static final Key<Double> BETA2 = Key.number("training.beta2").between(0, 1).orElse(0.999).perNode()
            .doc("Decay of adam's mean of squared gradients.");
        static final Key<Double> EPSILON = Key.number("training.epsilon").moreThan(0).orElse(1e-8).perNode()
            .doc("Keeps adam from dividing by zero.");

        abstract boolean decoupled();

        @Override
        public List<Key<?>> keys() {
            return List.of(BETA1, BETA2, EPSILON, Sgd.Factory.WEIGHT_DECAY);
        }

        @Override
        public Optimizer create(Settings settings, int parameterCount) {
            return new Adam(parameterCount, settings.get(BETA1), settings.get(BETA2), settings.get(EPSILON),
                settings.get(Sgd.Factory.WEIGHT_DECAY), decoupled());
        }
    }

    /** {@code training.optimizer = adam}. */
    public static final class Factory extends Maker {
        @Override
        public String name() {
            return "adam";
        }

        @Override
        public String doc() {
            return "Adam; weight decay, if any, is added to the gradient.";
        }

        @Override
        boolean decoupled() {
            return false;
        }
    }

    /** {@code training.optimizer = adamw}. */
    public static final class DecoupledFactory extends Maker {
        @Override
        public String name() {
            return "adamw";
        }

        @Override
        public String doc() {
            return "Adam with weight decay taken off the parameters directly.";
        }

        @Override
        boolean decoupled() {
            return true;
        }
    }
}
