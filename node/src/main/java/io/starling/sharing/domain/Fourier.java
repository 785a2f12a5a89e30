package io.starling.sharing.domain;

import io.starling.engine.ScratchPool.Scratch;

/**
 * The real discrete Fourier transform, orthonormal, as one real coefficient a parameter: the mean, then cosine and sine part of
 * each frequency, and for even lengths the alternating one at the end.
 *
 * <p>Any length: a power of two by Cooley and Tukey's algorithm, others through a convolution of such a length (Bluestein).
 *
 * @see <a href="https://doi.org/10.1109/TAU.1970.1162132">Bluestein: A linear filtering approach to the computation of discrete
 *     Fourier transform, IEEE Transactions on Audio and Electroacoustics 1970</a>
 */
public final class Fourier implements Domain {
    private final int size;
    /** A power of two: the length itself, or one with room for the convolution. */
    private final int length;
    private final boolean direct;
    private final double[] cosine;
    private final double[] sine;
    private final double[] chirpReal;
    private final double[] chirpImaginary;
    private final double[] kernelReal;
    private final double[] kernelImaginary;
    private final double[] real;
    private final double[] imaginary;

    public Fourier(int size) {
        this.size = size;
        direct = Integer.bitCount(size) == 1;
        length = direct ? size : Integer.highestOneBit(2 * size - 1) << 1;
        cosine = new double[Math.max(1, length / 2)];
        sine = new double[cosine.length];
        for (int i = 0; i < cosine.length; i++) {
            cosine[i] = StrictMath.cos(2 * Math.PI * i / length);
            sine[i] = -StrictMath.sin(2 * Math.PI * i / length);
        }
        real = new double[length];
        imaginary = new double[length];
        chirpReal = new double[direct ? 0 : size];
        chirpImaginary = new double[direct ? 0 : size];
        kernelReal = new double[direct ? 0 : length];
        kernelImaginary = new double[direct ? 0 : length];
        if (!direct) {
            prepareChirp();
        }
    }

    /** exp(−πi k² / n), and the transform of its conjugate, which the signal is convolved with. */
    private void prepareChirp() {
        for (int k = 0; k < size; k++) {
            double angle = Math.PI * ((long) k * k % (2L * size)) / size;
            chirpReal[k] = StrictMath.cos(angle);
            chirpImaginary[k] = -StrictMath.sin(angle);
            int mirror = (length - k) % length;
            kernelReal[k] = chirpReal[k];
            kernelReal[mirror] = chirpReal[k];
            kernelImaginary[k] = -chirpImaginary[k];
            kernelImaginary[mirror] = -chirpImaginary[k];
        }
        powerOfTwo(kernelReal, kernelImaginary);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forward(float[] state, float[] coefficients, Scratch scratch) {
        for (int i = 0; i < size; i++) {
            real[i] = state[i];
            imaginary[i] = 0;
        }
        transform();
        double scale = 1 / Math.sqrt(size);
        double paired = Math.sqrt(2.0 / size);
        coefficients[0] = (float) (real[0] * scale);
        for (int k = 1; 2 * k < size; k++) {
            coefficients[2 * k - 1] = (float) (real[k] * paired);
            coefficients[2 * k] = (float) (imaginary[k] * paired);
        }
        if (size % 2 == 0) {
            coefficients[size - 1] = (float) (real[size / 2] * scale);
        }
    }

    @Override
    public void inverse(float[] coefficients, float[] state, Scratch scratch) {
        double scale = 1 / Math.sqrt(size);
        double paired = 1 / Math.sqrt(2.0 * size);
        // The transform of the conjugate spectrum is the conjugate of the inverse, and the signal is real.
        real[0] = coefficients[0] * scale;
        imaginary[0] = 0;
        for (int k = 1; 2 * k < size; k++) {
            real[k] = coefficients[2 * k - 1] * paired;
            imaginary[k] = -coefficients[2 * k] * paired;
            real[size - k] = real[k];
            imaginary[size - k] = -imaginary[k];
        }
        if (size % 2 == 0) {
            real[size / 2] = coefficients[size - 1] * scale;
            imaginary[size / 2] = 0;
        }
        transform();
        for (int i = 0; i < size; i++) {
            state[i] = (float) real[i];
        }
    }

    /** The unscaled transform of the first {@code size} complex numbers, in place. */
    private void transform() {
        if (direct) {
            powerOfTwo(real, imaginary);
            return;
        }
        for (int k = 0; k < length; k++) {
            double re = k < size ? real[k] : 0;
            double im = k < size ? imaginary[k] : 0;
            real[k] = k < size ? re * chirpReal[k] - im * chirpImaginary[k] : 0;
            imaginary[k] = k < size ? re * chirpImaginary[k] + im * chirpReal[k] : 0;
        }
        powerOfTwo(real, imaginary);
        for (int k = 0; k < length; k++) {
            double re = real[k] * kernelReal[k] - imaginary[k] * kernelImaginary[k];
            // Conjugated, so that another forward transform takes it back.
            imaginary[k] = -(real[k] * kernelImaginary[k] + imaginary[k] * kernelReal[k]);
            real[k] = re;
        }
        powerOfTwo(real, imaginary);
        for (int k = 0; k < size; k++) {
            double re = real[k] / length;
            double im = -imaginary[k] / length;
            real[k] = re * chirpReal[k] - im * chirpImaginary[k];
            imaginary[k] = re * chirpImaginary[k] + im * chirpReal[k];
        }
    }

    /** Cooley and Tukey, radix 2, in place. */
    private void powerOfTwo(double[] re, double[] im) {
        for (int i = 1, j = 0; i < length; i++) {
            int bit = length >> 1;
            for (; (j & bit) != 0; bit >>= 1) {
                j ^= bit;
            }
            j ^= bit;
            if (i < j) {
                swap(re, i, j);
                swap(im, i, j);
            }
        }
        for (int half = 1; half < length; half <<= 1) {
            int stride = length / (2 * half);
            for (int start = 0; start < length; start += 2 * half) {
                for (int k = 0; k < half; k++) {
                    int upper = start + k;
                    int lower = upper + half;
                    double c = cosine[k * stride];
                    double s = sine[k * stride];
                    double tRe = re[lower] * c - im[lower] * s;
                    double tIm = re[lower] * s + im[lower] * c;
                    re[lower] = re[upper] - tRe;
                    im[lower] = im[upper] - tIm;
                    re[upper] += tRe;
                    im[upper] += tIm;
                }
            }
        }
    }

    private static void swap(double[] array, int i, int j) {
        double kept = array[i];
        array[i] = array[j];
        array[j] = kept;
    }
}
