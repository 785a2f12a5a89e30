package io.starling.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Against the JDK's double-precision functions, over the range that a float's function can tell apart. */
class VectorFunctionsTest {
    private static float[] grid() {
        float[] x = new float[400_003];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i - 200_001) * 5e-4f;
        }
        x[0] = Float.POSITIVE_INFINITY;
        x[1] = Float.NEGATIVE_INFINITY;
        x[2] = 1e-30f;
        return x;
    }

    private interface Function {
        void apply(Kernels kernels, float[] x, float[] y);
    }

    private static void agrees(Function function, java.util.function.DoubleUnaryOperator exact, double tolerance) {
        Assumptions.assumeTrue(KernelSet.VECTOR.state().usable());
        float[] x = grid();
        float[] y = new float[x.length];
        function.apply(KernelSet.VECTOR.kernels(), x, y);
        for (int i = 0; i < x.length; i++) {
            double expected = exact.applyAsDouble(x[i]);
            assertThat(Math.abs(y[i] - expected)).as("at %s: %s instead of %s", x[i], y[i], expected)
                .isLessThanOrEqualTo(tolerance * Math.abs(expected) + 1e-36);
        }
    }

    @Test
    void tanh() {
        agrees((k, x, y) -> k.tanh(x.length, x, 0, y, 0), Math::tanh, 3e-7);
    }

    @Test
    void sigmoid() {
        agrees((k, x, y) -> k.sigmoid(x.length, x, 0, y, 0), v -> 1 / (1 + Math.exp(-v)), 4e-7);
    }

    @Test
    void notANumberStaysOne() {
        Assumptions.assumeTrue(KernelSet.VECTOR.state().usable());
        float[] y = new float[1];
        KernelSet.VECTOR.kernels().tanh(1, new float[] {Float.NaN}, 0, y, 0);
        assertThat(y[0]).isNaN();
    }
}
