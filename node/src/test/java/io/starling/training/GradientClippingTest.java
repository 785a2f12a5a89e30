package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GradientClippingTest {
    @Test
    void aLongGradientIsShortenedAndKeepsItsDirection() {
        float[] g = {3, 4, 0, 0, 12, 99};
        new GradientClipping(6.5, 0).apply(g, 5);
        assertThat(g).containsExactly(new float[] {1.5f, 2, 0, 0, 6, 99}, within(1e-6f));
    }

    @Test
    void aShortGradientStays() {
        float[] g = {3, 4, 0, 0, 12};
        new GradientClipping(13, 0).apply(g, 5);
        assertThat(g).containsExactly(3, 4, 0, 0, 12);
    }

    @Test
    void valuesAreCut() {
        float[] g = {3, -4, 0.5f};
        new GradientClipping(0, 1).apply(g, 3);
        assertThat(g).containsExactly(1, -1, 0.5f);
    }
}
