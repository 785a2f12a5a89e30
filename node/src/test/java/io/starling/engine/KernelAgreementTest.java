package io.starling.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.random.KeyedRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Every kernel set computes what the plain loops compute, within float rounding, for sizes with and without tails. */
class KernelAgreementTest {
    private final Kernels plain = KernelSet.PLAIN.kernels();

    private static Iterable<Kernels> others() {
        java.util.List<Kernels> usable = new java.util.ArrayList<>();
        for (KernelSet set : KernelSet.values()) {
            if (set != KernelSet.PLAIN && set.state().usable()) {
                usable.add(set.kernels());
            }
        }
        assertThat(usable).as("kernel sets beside the plain one: the tests run with the vector module").isNotEmpty();
        return usable;
    }

    private static float[] random(long seed, int n) {
        KeyedRandom random = KeyedRandom.of(seed, "values");
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static void assertClose(float[] actual, float[] expected, double tolerance) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= tolerance * (1 + Math.abs(expected[i])))) {
                throw new AssertionError("element " + i + " of " + expected.length + " is " + actual[i] + " instead of " + expected[i]);
            }
        }
    }

    @Property(tries = 150)
    void productTransposed(@ForAll @IntRange(min = 1, max = 20) int m, @ForAll @IntRange(min = 1, max = 40) int n,
                           @ForAll @IntRange(min = 1, max = 90) int k, @ForAll @IntRange(max = 5) int extra, @ForAll long seed) {
        float[] a = random(seed, 3 + m * (k + extra));
        float[] b = random(seed + 1, 2 + n * (k + extra));
        float[] bias = random(seed + 2, 1 + n);
        for (Kernels kernels : others()) {
            for (float[] given : new float[][] {null, bias}) {
                float[] expected = random(seed + 3, 5 + m * (n + extra));
                float[] actual = expected.clone();
                plain.productTransposed(m, n, k, a, 3, k + extra, b, 2, k + extra, given, 1, expected, 5, n + extra);
                kernels.productTransposed(m, n, k, a, 3, k + extra, b, 2, k + extra, given, 1, actual, 5, n + extra);
                assertClose(actual, expected, 1e-4);
            }
        }
    }

    @Property(tries = 150)
    void product(@ForAll @IntRange(min = 1, max = 20) int m, @ForAll @IntRange(min = 1, max = 90) int n,
                 @ForAll @IntRange(min = 1, max = 40) int k, @ForAll @IntRange(max = 5) int extra, @ForAll long seed) {
        float[] a = random(seed, 3 + m * (k + extra));
        float[] b = random(seed + 1, 2 + k * (n + extra));
        for (Kernels kernels : others()) {
            float[] expected = random(seed + 3, 5 + m * (n + extra));
            float[] actual = expected.clone();
            plain.product(m, n, k, a, 3, k + extra, b, 2, n + extra, expected, 5, n + extra);
            kernels.product(m, n, k, a, 3, k + extra, b, 2, n + extra, actual, 5, n + extra);
            assertClose(actual, expected, 1e-4);
        }
    }

    @Property(tries = 150)
    void transposedProduct(@ForAll @IntRange(min = 1, max = 20) int m, @ForAll @IntRange(min = 1, max = 90) int n,
                           @ForAll @IntRange(min = 1, max = 40) int k, @ForAll @IntRange(max = 5) int extra, @ForAll long seed) {
        float[] a = random(seed, 3 + k * (m + extra));
        float[] b = random(seed + 1, 2 + k * (n + extra));
        for (Kernels kernels : others()) {
            float[] expected = random(seed + 3, 5 + m * (n + extra));
            float[] actual = expected.clone();
            plain.transposedProduct(m, n, k, a, 3, m + extra, b, 2, n + extra, expected, 5, n + extra);
            kernels.transposedProduct(m, n, k, a, 3, m + extra, b, 2, n + extra, actual, 5, n + extra);
            assertClose(actual, expected, 1e-4);
        }
    }

    @Property(tries = 100)
    void convolution(@ForAll @IntRange(min = 1, max = 36) int inChannels, @ForAll @IntRange(min = 1, max = 70) int outChannels,
                     @ForAll @IntRange(min = 1, max = 5) int kernel, @ForAll @IntRange(min = 1, max = 3) int stride,
                     @ForAll @IntRange(max = 4) int paddingSeed, @ForAll @IntRange(min = 5, max = 19) int height,
                     @ForAll @IntRange(min = 5, max = 19) int width, @ForAll long seed) {
        int padding = paddingSeed % kernel;
        Shape in = Shape.image(inChannels, height, width);
        Shape out = Shape.image(outChannels, (height + 2 * padding - kernel) / stride + 1, (width + 2 * padding - kernel) / stride + 1);
        float[] state = random(seed, 4 + outChannels * inChannels * kernel * kernel + outChannels);
        float[] expected = convolve(plain, in, out, kernel, stride, padding, false, state, seed);
        for (Kernels kernels : others()) {
            assertClose(convolve(kernels, in, out, kernel, stride, padding, false, state, seed), expected, 2e-3);
        }
    }

    /** On small whole numbers, whose sums are exact: a peak must not move because of rounding. Equal pixels are common then, too. */
    @Property(tries = 60)
    void pooledConvolution(@ForAll @IntRange(min = 1, max = 36) int inChannels, @ForAll @IntRange(min = 1, max = 70) int outChannels,
                           @ForAll @IntRange(min = 1, max = 5) int kernel, @ForAll @IntRange(min = 1, max = 2) int stride,
                           @ForAll @IntRange(max = 4) int paddingSeed, @ForAll @IntRange(min = 8, max = 30) int height,
                           @ForAll @IntRange(min = 8, max = 30) int width, @ForAll long seed) {
        int padding = paddingSeed % kernel;
        Shape in = Shape.image(inChannels, height, width);
        Shape out = Shape.image(outChannels, ((height + 2 * padding - kernel) / stride + 1) / 2, ((width + 2 * padding - kernel) / stride + 1) / 2);
        float[] state = random(seed, 4 + outChannels * inChannels * kernel * kernel + outChannels);
        for (int i = 0; i < state.length; i++) {
            state[i] = Math.round(2 * state[i]);
        }
        float[] expected = convolve(plain, in, out, kernel, stride, padding, true, state, seed);
        for (Kernels kernels : others()) {
            assertClose(convolve(kernels, in, out, kernel, stride, padding, true, state, seed), expected, 0);
        }
    }

    private static float value(KeyedRandom random, boolean whole) {
        double value = random.nextGaussian();
        return whole ? Math.round(2 * value) : (float) value;
    }

    /** Output, input gradient and parameter gradient one after another, without padding lanes. */
    private static float[] convolve(Kernels kernels, Shape inShape, Shape outShape, int kernel, int stride, int padding, boolean pooled,
                                    float[] state, long seed) {
        int samples = 2;
        Volume in = Volume.between(inShape, kernels.paddedChannels(inShape.channels()), padding, 0, samples, true);
        int halo = Convolution.Geometry.gradientHalo(kernel, stride, padding);
        Volume out = Volume.between(outShape, kernels.paddedChannels(outShape.channels()), 1, halo, samples, true);
        KeyedRandom random = KeyedRandom.of(seed, "volumes");
        for (int n = 0; n < samples; n++) {
            for (int p = 0; p < inShape.pixels(); p++) {
                for (int c = 0; c < inShape.channels(); c++) {
                    in.values()[in.at(n, p / inShape.width(), p % inShape.width()) + c] = value(random, pooled);
                }
            }
            for (int p = 0; p < outShape.pixels(); p++) {
                for (int c = 0; c < outShape.channels(); c++) {
                    out.gradient()[out.gradientAt(n, p / outShape.width(), p % outShape.width()) + c] = value(random, pooled);
                }
            }
        }
        int weights = outShape.channels() * inShape.channels() * kernel * kernel;
        Convolution.Geometry geometry = new Convolution.Geometry(in, out, kernel, stride, padding, 4, 4 + weights);
        Convolution convolution = pooled ? kernels.pooledConvolution(geometry, samples) : kernels.convolution(geometry);
        float[] gradient = new float[state.length];
        for (int repeat = 0; repeat < 2; repeat++) {
            convolution.load(state, true);
            for (int n = 0; n < samples; n++) {
                convolution.forward(n);
                convolution.backward(n);
            }
            convolution.storeGradient(gradient);
        }
        java.util.List<Float> all = new java.util.ArrayList<>();
        for (int n = 0; n < samples; n++) {
            for (int p = 0; p < outShape.pixels(); p++) {
                for (int c = 0; c < outShape.channels(); c++) {
                    all.add(out.values()[out.at(n, p / outShape.width(), p % outShape.width()) + c]);
                }
            }
            for (int p = 0; p < inShape.pixels(); p++) {
                for (int c = 0; c < inShape.channels(); c++) {
                    all.add(in.gradient()[in.gradientAt(n, p / inShape.width(), p % inShape.width()) + c]);
                }
            }
        }
        for (float g : gradient) {
            all.add(g);
        }
        float[] values = new float[all.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = all.get(i);
        }
        return values;
    }

    @Property(tries = 60)
    void maxPool2Relu(@ForAll @IntRange(min = 1, max = 9) int pixels, @ForAll @IntRange(min = 1, max = 2) int vectors, @ForAll long seed) {
        for (Kernels kernels : others()) {
            int stride = kernels.paddedChannels(1) * vectors;
            int row = 2 * pixels * stride + 3;
            float[] x = random(seed, 2 + 2 * row);
            // Few distinct values, so that ties happen.
            for (int i = 0; i < x.length; i++) {
                x[i] = Math.round(x[i]);
            }
            float[] dy = random(seed + 1, pixels * stride);
            float[] expected = new float[pixels * stride];
            float[] actual = new float[pixels * stride];
            plain.maxPool2Relu(pixels, stride, x, 2, row, expected, 0);
            kernels.maxPool2Relu(pixels, stride, x, 2, row, actual, 0);
            assertThat(actual).isEqualTo(expected);
            float[] expectedBack = new float[x.length];
            float[] actualBack = new float[x.length];
            plain.maxPool2ReluBackward(pixels, stride, x, 2, row, dy, 0, expectedBack, 1, row);
            kernels.maxPool2ReluBackward(pixels, stride, x, 2, row, dy, 0, actualBack, 1, row);
            assertClose(actualBack, expectedBack, 0);
        }
    }

    @Property(tries = 60)
    void relu(@ForAll @IntRange(min = 1, max = 70) int n, @ForAll long seed) {
        float[] x = random(seed, n + 3);
        float[] dy = random(seed + 1, n + 2);
        for (Kernels kernels : others()) {
            float[] expected = new float[n + 1];
            float[] actual = new float[n + 1];
            plain.relu(n, x, 3, expected, 1);
            kernels.relu(n, x, 3, actual, 1);
            assertThat(actual).isEqualTo(expected);
            float[] expectedBack = new float[n];
            float[] actualBack = new float[n];
            plain.reluBackward(n, expected, 1, dy, 2, expectedBack, 0);
            kernels.reluBackward(n, expected, 1, dy, 2, actualBack, 0);
            assertThat(actualBack).isEqualTo(expectedBack);
        }
    }
}
