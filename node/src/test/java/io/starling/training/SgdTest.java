package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against numbers worked out by hand from PyTorch's definition: start 1, gradients 1 then 2, rate 0.1. */
class SgdTest {
    private static float afterTwoSteps(Sgd sgd) {
        float[] w = {1, 77};
        sgd.step(w, new float[] {1, 5}, 1, 0.1f);
        sgd.step(w, new float[] {2, 5}, 1, 0.1f);
        assertThat(w[1]).as("a buffer behind the parameters").isEqualTo(77);
        return w[0];
    }

    @Test
    void plain() {
        Sgd sgd = new Sgd(1, 0, false, 0);
        assertThat(afterTwoSteps(sgd)).isCloseTo(0.7f, within(1e-6f));
        assertThat(sgd.memory()).isEmpty();
    }

    @Test
    void momentum() {
        // v = 1, then 0.9 + 2 = 2.9: 1 - 0.1 - 0.29
        assertThat(afterTwoSteps(new Sgd(1, 0.9, false, 0))).isCloseTo(0.61f, within(1e-6f));
    }

    @Test
    void nesterov() {
        // 1 - 0.1·(1 + 0.9·1) = 0.81; then v = 2.9: 0.81 - 0.1·(2 + 0.9·2.9)
        assertThat(afterTwoSteps(new Sgd(1, 0.9, true, 0))).isCloseTo(0.349f, within(1e-6f));
    }

    @Test
    void weightDecay() {
        // 1 - 0.1·1.5 = 0.85; then 0.85 - 0.1·(2 + 0.425)
        assertThat(afterTwoSteps(new Sgd(1, 0, false, 0.5))).isCloseTo(0.6075f, within(1e-6f));
    }

    @Test
    void resetForgetsMomentum() {
        Sgd sgd = new Sgd(1, 0.9, false, 0);
        float[] w = {1};
        sgd.step(w, new float[] {1}, 1, 0.1f);
        sgd.reset();
        sgd.step(w, new float[] {2}, 1, 0.1f);
        assertThat(w[0]).isCloseTo(0.7f, within(1e-6f));
    }
}
