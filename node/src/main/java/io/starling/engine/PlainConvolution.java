package io.starling.engine;

import java.util.Arrays;

/** The definition of a convolution, loop by loop. */
final class PlainConvolution implements Convolution {
    private final Geometry g;
    private final int taps;
    private final float[] weightGradient;
    private final float[] biasGradient;
    private float[] state;

    PlainConvolution(Geometry geometry) {
        g = geometry;
        taps = g.kernel() * g.kernel();
        weightGradient = new float[g.outChannels() * g.inChannels() * taps];
        biasGradient = new float[g.outChannels()];
    }

    @Override
    public void load(float[] state, boolean training) {
        this.state = state;
        Arrays.fill(weightGradient, 0);
        Arrays.fill(biasGradient, 0);
    }

    @Override
    public void forward(int sample) {
        Shape out = g.out().shape();
        for (int y = 0; y < out.height(); y++) {
            for (int x = 0; x < out.width(); x++) {
                int to = g.out().at(sample, y, x);
                for (int o = 0; o < out.channels(); o++) {
                    g.out().values()[to + o] = forward(sample, y, x, o);
                }
            }
        }
    }

    private float forward(int sample, int y, int x, int outChannel) {
        float sum = g.hasBias() ? state[g.biasAt() + outChannel] : 0;
        for (int ky = 0; ky < g.kernel(); ky++) {
            for (int kx = 0; kx < g.kernel(); kx++) {
                int from = inputAt(sample, y, x, ky, kx);
                int weight = g.weightsAt() + outChannel * g.inChannels() * taps + ky * g.kernel() + kx;
                for (int i = 0; i < g.inChannels(); i++) {
                    sum += g.in().values()[from + i] * state[weight + i * taps];
                }
            }
        }
        return sum;
    }

    @Override
    public void backward(int sample) {
        Shape out = g.out().shape();
        clearInputGradient(sample);
        for (int y = 0; y < out.height(); y++) {
            for (int x = 0; x < out.width(); x++) {
                int from = g.out().gradientAt(sample, y, x);
                for (int o = 0; o < out.channels(); o++) {
                    backward(sample, y, x, o, g.out().gradient()[from + o]);
                }
            }
        }
    }

    private void clearInputGradient(int sample) {
        if (g.in().hasGradient()) {
            for (int y = 0; y < g.in().shape().height(); y++) {
                int row = g.in().gradientAt(sample, y, 0);
                Arrays.fill(g.in().gradient(), row, row + g.in().rowLength(), 0);
            }
        }
    }

    private void backward(int sample, int y, int x, int outChannel, float d) {
        biasGradient[outChannel] += d;
        for (int ky = 0; ky < g.kernel(); ky++) {
            for (int kx = 0; kx < g.kernel(); kx++) {
                int from = inputAt(sample, y, x, ky, kx);
                int weight = outChannel * g.inChannels() * taps + ky * g.kernel() + kx;
                for (int i = 0; i < g.inChannels(); i++) {
                    weightGradient[weight + i * taps] += d * g.in().values()[from + i];
                }
                if (g.in().hasGradient() && inside(y * g.stride() + ky - g.padding(), x * g.stride() + kx - g.padding())) {
                    int to = g.in().gradientAt(sample, y * g.stride() + ky - g.padding(), x * g.stride() + kx - g.padding());
                    for (int i = 0; i < g.inChannels(); i++) {
                        g.in().gradient()[to + i] += d * state[g.weightsAt() + weight + i * taps];
                    }
                }
            }
        }
    }

    private int inputAt(int sample, int y, int x, int ky, int kx) {
        return g.in().at(sample, y * g.stride() + ky - g.padding(), x * g.stride() + kx - g.padding());
    }

    private boolean inside(int y, int x) {
        Shape in = g.in().shape();
        return y >= 0 && y < in.height() && x >= 0 && x < in.width();
    }

    @Override
    public void storeGradient(float[] gradient) {
        System.arraycopy(weightGradient, 0, gradient, g.weightsAt(), weightGradient.length);
        if (g.hasBias()) {
            System.arraycopy(biasGradient, 0, gradient, g.biasAt(), biasGradient.length);
        }
    }
}
