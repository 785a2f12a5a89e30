package io.starling.sharing.domain;

import io.starling.config.UserError;
import io.starling.engine.ScratchPool.Scratch;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The discrete wavelet transform, laid out as PyWavelets' {@code wavedec(mode='symmetric')}: the approximation of the deepest
 * level, then the details from the deepest level to the first.
 *
 * <p>A level halves the approximation of the one before: with a filter of F taps, n values give ⌊(n + F − 1) / 2⌋ of each,
 * beyond its ends the signal is mirrored. So there are a few more coefficients than parameters, and
 * {@code inverse(forward(x)) = x} but not the other way round.
 *
 * @see <a href="https://doi.org/10.1109/34.192463">Mallat: A theory for multiresolution signal decomposition, IEEE PAMI 1989</a>
 */
public final class Wavelet implements Domain {
    private final Filters filters;
    /** Length of the approximation by level; the first is the model itself. */
    private final int[] lengths;
    private final int size;

    /**
     * A wavelet by name.
     *
     * @param level how often the approximation is halved; at most {@link #maxLevel}
     */
    public Wavelet(String name, int level, int parameters) {
        filters = filters(name);
        int most = maxLevel(name, parameters);
        if (level > most) {
            throw new UserError("sharing.wavelet-level = " + level + ": with " + parameters + " parameters, " + name + " has at most "
                + most + " levels; set it to max or to at most " + most + ".");
        }
        lengths = new int[level + 1];
        lengths[0] = parameters;
        int total = 0;
        for (int l = 1; l <= level; l++) {
            lengths[l] = (lengths[l - 1] + filters.length() - 1) / 2;
            total += lengths[l];
        }
        size = total + lengths[level];
    }

    /** ⌊log2(n / (F − 1))⌋: the deepest level at which a filter still fits between the ends. */
    public static int maxLevel(String name, int parameters) {
        int quotient = parameters / (filters(name).length() - 1);
        return quotient < 1 ? 0 : 31 - Integer.numberOfLeadingZeros(quotient);
    }

    private static Filters filters(String name) {
        Filters filters = Filters.of(name);
        if (filters == null) {
            throw new UserError("sharing.wavelet = " + name + " is not known; there are "
                + Arrays.stream(Filters.values()).map(Filters::label).collect(Collectors.joining(", ")) + ".");
        }
        return filters;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forward(float[] state, float[] coefficients, Scratch scratch) {
        float[] signal = state;
        float[] low = scratch.floats(lengths[0]);
        float[] spare = scratch.floats(lengths[0]);
        int end = size;
        for (int level = 1; level < lengths.length; level++) {
            int half = lengths[level];
            end -= half;
            analyse(signal, lengths[level - 1], low, coefficients, end, half);
            float[] used = signal;
            signal = low;
            low = level == 1 ? spare : used;
        }
        System.arraycopy(signal, 0, coefficients, 0, end);
    }

    /** {@code low[i] = Σ_k f[k] · x[2i + 1 − k]}, and the same with the high pass. */
    private void analyse(float[] x, int n, float[] low, float[] high, int highAt, int half) {
        int taps = filters.length();
        float[] lowPass = filters.analysisLow;
        float[] highPass = filters.analysisHigh;
        // Within [inner, innerEnd) all of 2i + 1 − k lie inside the signal.
        int inner = Math.min(half, taps / 2 - 1);
        int innerEnd = Math.max(inner, Math.min(half, n / 2));
        edge(x, n, low, high, highAt, 0, inner);
        if (taps == 4) {
            float l0 = lowPass[0];
            float l1 = lowPass[1];
            float l2 = lowPass[2];
            float l3 = lowPass[3];
            float h0 = highPass[0];
            float h1 = highPass[1];
            float h2 = highPass[2];
            float h3 = highPass[3];
            for (int i = inner; i < innerEnd; i++) {
                float a = x[2 * i + 1];
                float b = x[2 * i];
                float c = x[2 * i - 1];
                float d = x[2 * i - 2];
                low[i] = l0 * a + l1 * b + l2 * c + l3 * d;
                high[highAt + i] = h0 * a + h1 * b + h2 * c + h3 * d;
            }
        } else {
            for (int i = inner; i < innerEnd; i++) {
                float l = 0;
                float h = 0;
                for (int k = 0; k < taps; k++) {
                    float value = x[2 * i + 1 - k];
                    l += lowPass[k] * value;
                    h += highPass[k] * value;
                }
                low[i] = l;
                high[highAt + i] = h;
            }
        }
        edge(x, n, low, high, highAt, innerEnd, half);
    }

    private void edge(float[] x, int n, float[] low, float[] high, int highAt, int from, int to) {
        for (int i = from; i < to; i++) {
            float l = 0;
            float h = 0;
            for (int k = 0; k < filters.length(); k++) {
                float value = x[mirrored(2 * i + 1 - k, n)];
                l += filters.analysisLow[k] * value;
                h += filters.analysisHigh[k] * value;
            }
            low[i] = l;
            high[highAt + i] = h;
        }
    }

    /** … x2 x1 x0 | x0 x1 … xn-1 | xn-1 xn-2 …, again and again for signals shorter than the filter. */
    private static int mirrored(int index, int n) {
        int i = Math.floorMod(index, 2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }

    @Override
    public void inverse(float[] coefficients, float[] state, Scratch scratch) {
        int deepest = lengths.length - 1;
        int at = lengths[deepest];
        if (deepest == 0) {
            System.arraycopy(coefficients, 0, state, 0, at);
            return;
        }
        float[] low = coefficients;
        float[] even = scratch.floats(lengths[1]);
        float[] odd = scratch.floats(lengths[1]);
        for (int level = deepest; level >= 1; level--) {
            float[] signal = level == 1 ? state : level % 2 == 0 ? even : odd;
            synthesise(low, coefficients, at, signal, lengths[level - 1]);
            at += lengths[level];
            low = signal;
        }
    }

    /** {@code x[m] = Σ_i low[i] · f[m + F − 2 − 2i]} and the same with the high pass: an even and an odd phase of F / 2 taps each. */
    private void synthesise(float[] low, float[] high, int highAt, float[] x, int n) {
        int half = filters.length() / 2;
        float[] lowPass = filters.synthesisLow;
        float[] highPass = filters.synthesisHigh;
        int pairs = n / 2;
        if (half == 2) {
            float l0 = lowPass[0];
            float l1 = lowPass[1];
            float l2 = lowPass[2];
            float l3 = lowPass[3];
            float h0 = highPass[0];
            float h1 = highPass[1];
            float h2 = highPass[2];
            float h3 = highPass[3];
            for (int p = 0; p < pairs; p++) {
                float a = low[p + 1];
                float b = low[p];
                float c = high[highAt + p + 1];
                float d = high[highAt + p];
                x[2 * p] = l0 * a + l2 * b + h0 * c + h2 * d;
                x[2 * p + 1] = l1 * a + l3 * b + h1 * c + h3 * d;
            }
        } else {
            for (int p = 0; p < pairs; p++) {
                float even = 0;
                float odd = 0;
                for (int q = 0; q < half; q++) {
                    float l = low[p + half - 1 - q];
                    float h = high[highAt + p + half - 1 - q];
                    even += lowPass[2 * q] * l + highPass[2 * q] * h;
                    odd += lowPass[2 * q + 1] * l + highPass[2 * q + 1] * h;
                }
                x[2 * p] = even;
                x[2 * p + 1] = odd;
            }
        }
        if (n % 2 == 1) {
            float last = 0;
            for (int q = 0; q < half; q++) {
                last += lowPass[2 * q] * low[pairs + half - 1 - q] + highPass[2 * q] * high[highAt + pairs + half - 1 - q];
            }
            x[n - 1] = last;
        }
    }
}
