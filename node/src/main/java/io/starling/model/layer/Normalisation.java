package io.starling.model.layer;

/**
 * The arithmetic that GroupNorm and BatchNorm share, for values that are normalised together.
 *
 * <p>With mean μ and reciprocal deviation r of n values, the output is {@code (x - μ)·r·γ + β}, here as {@code x·scale + shift}. The
 * gradient with respect to x is linear in the output's gradient d and in x, {@code dx = d·a + x·b + e}, so both passes over the
 * pixels are one multiply-add or two.
 */
final class Normalisation {
    static final double EPSILON = 1e-5;

    /** Output: {@code x·scale[c] + shift[c]}. */
    final float[] scale;
    final float[] shift;
    /** Gradient: {@code d·a[c] + x·b[c] + e[c]}. */
    final float[] a;
    final float[] b;
    final float[] e;
    /** Sums over pixels, of x and x² forward, of d and d·x backward. */
    final float[] sum;
    final float[] dot;

    /** @param stride channels with padding; padding lanes stay zero */
    Normalisation(int stride) {
        scale = new float[stride];
        shift = new float[stride];
        a = new float[stride];
        b = new float[stride];
        e = new float[stride];
        sum = new float[stride];
        dot = new float[stride];
    }

    /** Reciprocal deviation from the first two moments of n values. */
    static double reciprocalDeviation(double mean, double squares, double n) {
        return 1 / Math.sqrt(Math.max(0, squares / n - mean * mean) + EPSILON);
    }

    /** Sets scale and shift of channels {@code from} to {@code to - 1}, whose γ and β stand at these places of the state. */
    void normalise(int from, int to, double mean, double r, float[] state, int gammaAt, int betaAt) {
        for (int c = from; c < to; c++) {
            double factor = r * state[gammaAt + c];
            scale[c] = (float) factor;
            shift[c] = (float) (state[betaAt + c] - mean * factor);
        }
    }

    /**
     * From the sums of d and d·x: adds to the gradient of γ and β, and sets a, b and e, for channels normalised together.
     *
     * @param n number of values that were normalised together
     */
    void backward(int from, int to, double mean, double r, double n, double[] dotSums, double[] sums,
                  float[] state, int gammaAt, float[] gammaGradient, float[] betaGradient) {
        double meanGradient = 0;
        double meanProjection = 0;
        for (int c = from; c < to; c++) {
            double projection = (dotSums[c] - mean * sums[c]) * r;
            gammaGradient[c] += (float) projection;
            betaGradient[c] += (float) sums[c];
            meanGradient += sums[c] * state[gammaAt + c] / n;
            meanProjection += projection * state[gammaAt + c] / n;
        }
        double slope = -r * r * meanProjection;
        double offset = -r * meanGradient - slope * mean;
        for (int c = from; c < to; c++) {
            a[c] = (float) (r * state[gammaAt + c]);
            b[c] = (float) slope;
            e[c] = (float) offset;
        }
    }
}
