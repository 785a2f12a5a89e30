package io.starling.sharing.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.random.KeyedRandom;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobustRuleTest {
    private static float[] near(float centre, int size, long key) {
        KeyedRandom random = KeyedRandom.of(5, "near", key);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = centre + 0.1f * (float) random.nextGaussian();
        }
        return values;
    }

    private static float[] uniform(int count) {
        float[] weights = new float[count];
        Arrays.fill(weights, 1f / (count + 1));
        return weights;
    }

    @ParameterizedTest
    @ValueSource(strings = {"clipping", "trimmed-mean", "median", "krum"})
    void aLiarMovesTheModelNoFurtherThanHonestOnesWould(String name) {
        float[] own = near(1, 50, 0);
        float[][] others = {near(1, 50, 1), near(1, 50, 2), near(1, 50, 3), near(1, 50, 4), new float[50]};
        Arrays.fill(others[4], 1e6f);
        RobustRule.BY_NAME.get(name).average(own, others, uniform(5), 1);
        for (float value : own) {
            assertThat(value).isCloseTo(1, within(0.6f));
        }
    }

    @Test
    void withoutLiarsClippingAndTrimmingAreThePlainMean() {
        for (String name : new String[] {"clipping", "trimmed-mean"}) {
            float[] own = {1, 2};
            RobustRule.BY_NAME.get(name).average(own, new float[][] {{4, 2}, {7, 5}}, uniform(2), 0);
            assertThat(own[0]).isCloseTo(4, within(1e-5f));
            assertThat(own[1]).isCloseTo(3, within(1e-5f));
        }
    }

    @Test
    void clippingByHand() {
        // Distances 1 and 10; the farther one may lie: τ² = (0.25 · 1) / 0.25 = 1, so it counts as if it were at distance 1.
        float[] own = {0};
        new SelfCentredClipping().average(own, new float[][] {{1}, {-10}}, new float[] {0.25f, 0.25f}, 1);
        assertThat(own[0]).isCloseTo(0.25f - 0.25f, within(1e-6f));
    }

    @Test
    void trimmingAndMedianByHand() {
        float[] own = {3};
        new TrimmedMean(false).average(own, new float[][] {{1}, {100}, {4}, {-50}}, uniform(4), 1);
        assertThat(own[0]).isCloseTo((1 + 3 + 4) / 3f, within(1e-6f));
        own[0] = 3;
        new TrimmedMean(true).average(own, new float[][] {{1}, {100}, {4}, {-50}}, uniform(4), 1);
        assertThat(own[0]).isEqualTo(3);
        new TrimmedMean(true).average(own, new float[][] {{5}}, uniform(1), 1);
        assertThat(own[0]).as("of two the middle is between them").isEqualTo(4);
    }

    @Test
    void krumTakesTheModelInTheMiddleOfTheCrowd() {
        float[] own = {9};
        new Krum().average(own, new float[][] {{1.0f}, {1.2f}, {1.1f}, {100}}, uniform(4), 1);
        assertThat(own[0]).isEqualTo(1.1f);
    }

    @Property(tries = 200)
    void theTrimmedMeanStaysAmongTheHonest(@ForAll @IntRange(min = 1, max = 3) int liars, @ForAll int key, @ForAll float lie) {
        int honest = 2 * liars + 1;
        float[] own = near(0, 4, key);
        float[][] others = new float[honest - 1 + liars][];
        float[][] truth = new float[honest][];
        truth[0] = own.clone();
        for (int j = 0; j < others.length; j++) {
            others[j] = near(0, 4, key + 1000L * (j + 1));
            if (j < honest - 1) {
                truth[j + 1] = others[j];
            } else {
                Arrays.fill(others[j], lie);
            }
        }
        new TrimmedMean(false).average(own, others, uniform(others.length), liars);
        for (int i = 0; i < 4; i++) {
            int at = i;
            double least = Arrays.stream(truth).mapToDouble(t -> t[at]).min().orElseThrow();
            double most = Arrays.stream(truth).mapToDouble(t -> t[at]).max().orElseThrow();
            assertThat((double) own[i]).isBetween(least - 1e-6, most + 1e-6);
        }
    }
}
