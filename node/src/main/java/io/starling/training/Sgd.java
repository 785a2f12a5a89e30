package io.starling.training;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * Stochastic gradient descent with optional momentum (also Nesterov's) and weight decay, as PyTorch defines them:
 * {@code g += decay·w; v = momentum·v + g; w -= rate·v}, and with Nesterov {@code w -= rate·(g + momentum·v)}.
 *
 * <p>Without momentum it has no state at all, so a node costs no more than its parameters.
 */
public final class Sgd implements Optimizer {
    private final float momentum;
    private final boolean nesterov;
    private final float weightDecay;
    private final float[] velocity;

    Sgd(int parameterCount, double momentum, boolean nesterov, double weightDecay) {
        this.momentum = (float) momentum;
        this.nesterov = nesterov;
        this.weightDecay = (float) weightDecay;
        velocity = momentum == 0 ? null : new float[parameterCount];
    }

    @Override
    public void step(float[] state, float[] gradient, int parameterCount, float rate) {
        if (velocity == null) {
            descend(state, gradient, parameterCount, rate, weightDecay);
        } else if (nesterov) {
            lookAhead(state, gradient, velocity, parameterCount, rate, weightDecay, momentum);
        } else {
            roll(state, gradient, velocity, parameterCount, rate, weightDecay, momentum);
        }
    }

    private static void descend(float[] w, float[] g, int n, float rate, float decay) {
        for (int i = 0; i < n; i++) {
            w[i] -= rate * (g[i] + decay * w[i]);
        }
    }

    private static void roll(float[] w, float[] g, float[] v, int n, float rate, float decay, float momentum) {
        for (int i = 0; i < n; i++) {
            v[i] = momentum * v[i] + (g[i] + decay * w[i]);
            w[i] -= rate * v[i];
        }
    }

    private static void lookAhead(float[] w, float[] g, float[] v, int n, float rate, float decay, float momentum) {
        for (int i = 0; i < n; i++) {
            float d = g[i] + decay * w[i];
            v[i] = momentum * v[i] + d;
            w[i] -= rate * (d + momentum * v[i]);
        }
    }

    @Override
    public void reset() {
        if (velocity != null) {
            Arrays.fill(velocity, 0);
        }
    }

    @Override
    public List<float[]> memory() {
        return velocity == null ? List.of() : List.of(velocity);
    }

    /** {@code training.optimizer = sgd}. */
    public static final class Factory implements Optimizer.Factory {
        static final Key<Double> MOMENTUM = Key.number("training.momentum").between(0, 1).orElse(0.0).perNode()
            .doc("Momentum of sgd; 0 is plain gradient descent, without memory.");
        static final Key<Boolean> NESTEROV = Key.flag("training.nesterov").orElse(false).perNode()
            .doc("Whether sgd's momentum is Nesterov's.");
        static final Key<Double> WEIGHT_DECAY = Key.number("training.weight-decay").atLeast(0).orElse(0.0).perNode()
            .doc("Weight decay: added to the gradient as this times the parameters (adamw: taken off the parameters directly).");

        @Override
        public String name() {
            return "sgd";
        }

        @Override
        public String doc() {
            return "Stochastic gradient descent, with momentum and weight decay if asked for.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(MOMENTUM, NESTEROV, WEIGHT_DECAY);
        }

        @Override
        public Optimizer create(Settings settings, int parameterCount) {
            return new Sgd(parameterCount, settings.get(MOMENTUM), settings.get(NESTEROV), settings.get(WEIGHT_DECAY));
        }
    }
}
