package io.starling.sharing.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.UserError;
import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against PyWavelets' numbers; how they were made is in the script beside them. */
class WaveletTest {
    private final ScratchPool.Scratch scratch = new ScratchPool().borrow();

    @Test
    void equalsPyWavelets() throws Exception {
        List<String> lines;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                WaveletTest.class.getResourceAsStream("pywavelets.txt"), StandardCharsets.US_ASCII))) {
            lines = reader.lines().toList();
        }
        assertThat(lines).hasSizeGreaterThan(100);
        for (String line : lines) {
            String[] fields = line.split(" ");
            String name = fields[0];
            int length = Integer.parseInt(fields[1]);
            int level = fields[2].equals("max") ? Wavelet.maxLevel(name, length) : Integer.parseInt(fields[2]);
            Wavelet wavelet = new Wavelet(name, level, length);
            float[] coefficients = new float[wavelet.size()];
            wavelet.forward(signal(length), coefficients, scratch);

            String what = String.join(" ", name, fields[1], fields[2]);
            assertThat(coefficients).as(what).hasSize(fields.length - 3);
            for (int i = 0; i < coefficients.length; i++) {
                assertThat(coefficients[i]).as(what + ", coefficient " + i).isCloseTo(Float.parseFloat(fields[3 + i]), within(5e-6f));
            }
        }
    }

    private static float[] signal(int length) {
        float[] x = new float[length];
        for (int i = 0; i < length; i++) {
            x[i] = (float) (Math.sin(0.7 * i) + 0.5 * Math.cos(2.1 * i + 1) + i % 5 / 10.0);
        }
        return x;
    }

    @ParameterizedTest
    @ValueSource(strings = {"haar", "sym2", "sym7", "db7", "bior2.2", "bior4.4", "rbio2.2", "rbio4.4"})
    void reconstructsPerfectly(String name) {
        for (int length : new int[] {1, 2, 3, 13, 14, 63, 64, 1000, 1001, 4999}) {
            for (int level = 0; level <= Wavelet.maxLevel(name, length); level++) {
                Wavelet wavelet = new Wavelet(name, level, length);
                float[] x = random(length);
                float[] coefficients = new float[wavelet.size()];
                wavelet.forward(x, coefficients, scratch);
                float[] back = new float[length];
                wavelet.inverse(coefficients, back, scratch);
                for (int i = 0; i < length; i++) {
                    assertThat(back[i]).as(name + " " + length + " level " + level + " at " + i).isCloseTo(x[i], within(2e-5f));
                }
            }
        }
    }

    private static float[] random(int length) {
        KeyedRandom random = KeyedRandom.of(7, "signal", length);
        float[] x = new float[length];
        for (int i = 0; i < length; i++) {
            x[i] = (float) random.nextGaussian();
        }
        return x;
    }

    @Test
    void refusesTooDeepALevelNamingTheDeepest() {
        assertThatThrownBy(() -> new Wavelet("sym2", 9, 100)).isInstanceOf(UserError.class).hasMessageContaining("at most 5");
    }
}
