package io.starling.node;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.sharing.SharingKeys;
import io.starling.sharing.Sharings;
import io.starling.training.LocalTraining;
import io.starling.training.TrainingKeys;
import java.util.List;

/**
 * What D-PSGD does about neighbours whose data is different: with plain averaging, each model is drawn to its own data, and for a constant learning rate the models
 * never agree.
 *
 * <p>Called in turn, once a round: {@link #begin} with the model before training, {@link #trained} after it, {@link #averaged} after the averaging. In between the model is
 * part of what is {@linkplain #shared shared}.
 */
abstract class Correction {
    static final Key<String> KIND = Key.string("training.correction").oneOf("none", "quasi-global-momentum", "d2", "gradient-tracking").orElse("none")
        .doc("What d-psgd does about neighbours with different data: nothing, momentum along the way that the averages go, D², or gradient tracking "
            + "(which sends twice as much). Plain SGD only.");
    static final Key<Double> MOMENTUM = Key.number("training.quasi-global").between(0, 1).orElse(0.9)
        .doc("β and μ of training.correction = quasi-global-momentum.");

    /** The model before this round's training. */
    final float[] before;
    /** The model itself, and whatever else is averaged with the neighbours', behind it. */
    private final float[] shared;
    private final int size;

    private Correction(float[] state, int parts) {
        size = state.length;
        before = new float[size];
        shared = parts == 1 ? state : new float[parts * size];
    }

    static List<Key<?>> keys() {
        return List.of(KIND, MOMENTUM);
    }

    /** Refuses what does not go together. */
    static void check(Settings settings) {
        String kind = settings.get(KIND);
        if (kind.equals("none")) {
            return;
        }
        if (!settings.get(TrainingKeys.OPTIMIZER).equals("sgd")) {
            throw new UserError("training.correction = " + kind + " corrects plain SGD, but training.optimizer = " + settings.get(TrainingKeys.OPTIMIZER) + ": set training.optimizer = sgd.");
        }
        if (!settings.get(Sharings.METHOD).equals("full") || settings.has(SharingKeys.PARAMETERS)) {
            throw new UserError("training.correction = " + kind + " needs whole models: set sharing.method = full, and no sharing.parameters.");
        }
    }

    static Correction of(Settings settings, float[] state, LocalTraining training) {
        return switch (settings.get(KIND)) {
            case "quasi-global-momentum" -> new QuasiGlobalMomentum(state, settings.get(MOMENTUM).floatValue(), training);
            case "d2" -> new DSquared(state);
            case "gradient-tracking" -> new GradientTracking(state, training);
            default -> new None(state);
        };
    }

    /** What is sent and averaged. */
    final float[] shared() {
        return shared;
    }

    void begin(float[] state) {
        System.arraycopy(state, 0, before, 0, size);
    }

    /** Training is over: changes the model as needed, and makes it part of what is shared. */
    void trained(float[] state, int round) {
        // The model is what is shared.
    }

    /** The average is there. */
    void averaged(float[] state, int round) {
        // The model has been averaged in place.
    }

    /** What a neighbour of this weight counts. */
    float weight(float weight) {
        return weight;
    }

    /** For checkpoints. */
    List<float[]> memory() {
        return List.of();
    }

    private static final class None extends Correction {
        private None(float[] state) {
            super(state, 1);
        }

        @Override
        void begin(float[] state) {
            // Nobody asks.
        }
    }

    /**
     * m ← μ m + (1 − μ) (x_t − x_{t+1}) / (η · steps), and β m is added to every gradient of the next round.
     *
     * @see <a href="https://proceedings.mlr.press/v139/lin21c.html">Lin, Karimireddy, Stich, Jaggi: Quasi-global momentum, ICML 2021</a>
     */
    private static final class QuasiGlobalMomentum extends Correction {
        private final float momentum;
        private final LocalTraining training;
        private final float[] way;
        private final float[] drift;

        private QuasiGlobalMomentum(float[] state, float momentum, LocalTraining training) {
            super(state, 1);
            this.momentum = momentum;
            this.training = training;
            way = new float[state.length];
            drift = new float[state.length];
        }

        @Override
        void begin(float[] state) {
            super.begin(state);
            for (int i = 0; i < drift.length; i++) {
                drift[i] = momentum * way[i];
            }
            training.addToGradients(drift);
        }

        @Override
        void averaged(float[] state, int round) {
            float length = training.rateSum(round);
            for (int i = 0; length > 0 && i < way.length; i++) {
                way[i] = momentum * way[i] + (1 - momentum) * (before[i] - state[i]) / length;
            }
        }

        @Override
        List<float[]> memory() {
            return List.of(way);
        }
    }

    /**
     * x_{t+1} = W̃ (2 x_t − x_{t−1} + u_t − u_{t−1}), u_t being what training changed, with W̃ = (I + W) / 2, whose eigenvalues are all above −1/3 as they must be.
     *
     * @see <a href="https://proceedings.mlr.press/v80/tang18a.html">Tang, Lian, Yan, Zhang, Liu: D²: decentralized training over decentralized data, ICML 2018</a>
     */
    private static final class DSquared extends Correction {
        private final float[] previous;
        private final float[] previousChange;

        private DSquared(float[] state) {
            super(state, 1);
            previous = new float[state.length];
            previousChange = new float[state.length];
        }

        @Override
        void trained(float[] state, int round) {
            for (int i = 0; i < previous.length; i++) {
                float change = state[i] - before[i];
                if (round > 0) {
                    state[i] = 2 * before[i] - previous[i] + change - previousChange[i];
                }
                previous[i] = before[i];
                previousChange[i] = change;
            }
        }

        @Override
        float weight(float weight) {
            return weight / 2;
        }

        @Override
        List<float[]> memory() {
            return List.of(previous, previousChange);
        }
    }

    /**
     * Every node also averages what it knows of the mean gradient, and goes along that instead of its own:
     * y_t = ŷ_{t−1} + g_t − g_{t−1};  x̂ = x_t − η y_t;  both are averaged.
     *
     * <p>g is what the round's steps came to, divided by their length; with one step, the gradient.
     *
     * @see <a href="https://doi.org/10.1109/TCNS.2017.2698261">Qu, Li: Harnessing smoothness to accelerate distributed optimization, 2018</a>
     */
    private static final class GradientTracking extends Correction {
        private final LocalTraining training;
        private final int size;
        private final float[] gradient;

        private GradientTracking(float[] state, LocalTraining training) {
            super(state, 2);
            this.training = training;
            size = state.length;
            gradient = new float[size];
        }

        @Override
        void trained(float[] state, int round) {
            float length = training.rateSum(round);
            float[] shared = shared();
            for (int i = 0; i < size; i++) {
                float now = length == 0 ? 0 : (before[i] - state[i]) / length;
                shared[size + i] += now - gradient[i];
                gradient[i] = now;
                shared[i] = before[i] - length * shared[size + i];
            }
        }

        @Override
        void averaged(float[] state, int round) {
            System.arraycopy(shared(), 0, state, 0, size);
        }

        @Override
        List<float[]> memory() {
            return List.of(gradient, shared());
        }
    }
}
