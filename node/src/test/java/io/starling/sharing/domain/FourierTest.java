package io.starling.sharing.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTest {
    private final ScratchPool.Scratch scratch = new ScratchPool().borrow();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 30, 31, 64, 97, 1000})
    void isTheOrthonormalTransformByItsDefinition(int n) {
        float[] x = random(n);
        float[] coefficients = new float[n];
        new Fourier(n).forward(x, coefficients, scratch);
        for (int k = 0; 2 * k <= n; k++) {
            double re = 0;
            double im = 0;
            for (int i = 0; i < n; i++) {
                re += x[i] * Math.cos(2 * Math.PI * k * i / n);
                im -= x[i] * Math.sin(2 * Math.PI * k * i / n);
            }
            boolean alone = k == 0 || 2 * k == n;
            double scale = alone ? 1 / Math.sqrt(n) : Math.sqrt(2.0 / n);
            assertThat((double) coefficients[k == 0 ? 0 : 2 * k - 1]).as("cosine " + k).isCloseTo(re * scale, within(1e-4));
            if (!alone) {
                assertThat((double) coefficients[2 * k]).as("sine " + k).isCloseTo(im * scale, within(1e-4));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 1024, 4999})
    void invertsToTheSignal(int n) {
        float[] x = random(n);
        float[] coefficients = new float[n];
        float[] back = new float[n];
        Fourier fourier = new Fourier(n);
        fourier.forward(x, coefficients, scratch);
        fourier.inverse(coefficients, back, scratch);
        for (int i = 0; i < n; i++) {
            assertThat(back[i]).isCloseTo(x[i], within(1e-5f));
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
}
