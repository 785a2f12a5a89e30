package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against a double-precision transcription of the papers' update, over several steps. */
class AdamTest {
    private static double reference(double decay, boolean decoupled) {
        double w = 1;
        double m = 0;
        double v = 0;
        for (int t = 1; t <= 5; t++) {
            double g = gradient(t) + (decoupled ? 0 : decay * w);
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            double step = 0.1 * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
            w = w - (decoupled ? 0.1 * decay * w : 0) - step;
        }
        return w;
    }

    private static float gradient(int step) {
        return step - 2.5f;
    }

    private static float run(Adam adam) {
        float[] w = {1};
        for (int t = 1; t <= 5; t++) {
            adam.step(w, new float[] {gradient(t)}, 1, 0.1f);
        }
        return w[0];
    }

    @Test
    void adam() {
        assertThat((double) run(new Adam(1, 0.9, 0.999, 1e-8, 0, false))).isCloseTo(reference(0, false), within(1e-5));
    }

    @Test
    void weightDecay() {
        assertThat((double) run(new Adam(1, 0.9, 0.999, 1e-8, 0.3, false))).isCloseTo(reference(0.3, false), within(1e-5));
        assertThat((double) run(new Adam(1, 0.9, 0.999, 1e-8, 0.3, true))).isCloseTo(reference(0.3, true), within(1e-5));
        assertThat(reference(0.3, true)).isNotCloseTo(reference(0.3, false), within(1e-3));
    }

    @Test
    void memoryIsAllThereIs() {
        Adam through = new Adam(1, 0.9, 0.999, 1e-8, 0.1, true);
        float[] w = {1};
        through.step(w, new float[] {1}, 1, 0.1f);
        Adam restored = new Adam(1, 0.9, 0.999, 1e-8, 0.1, true);
        for (int i = 0; i < restored.memory().size(); i++) {
            System.arraycopy(through.memory().get(i), 0, restored.memory().get(i), 0, restored.memory().get(i).length);
        }
        float[] same = w.clone();
        through.step(w, new float[] {2}, 1, 0.1f);
        restored.step(same, new float[] {2}, 1, 0.1f);
        assertThat(same).isEqualTo(w);
    }

    @Test
    void resetIsLikeNew() {
        Adam adam = new Adam(1, 0.9, 0.999, 1e-8, 0, false);
        float first = run(adam);
        adam.reset();
        assertThat(run(adam)).isEqualTo(first);
    }
}
