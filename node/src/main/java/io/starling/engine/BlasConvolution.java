package io.starling.engine;

import io.starling.engine.OpenBlas.Memory;
import java.util.Arrays;

/**
 * Convolution as a matrix product (im2col): each output pixel is a row of all the input values under its window, in the order
 * (y, x, channel), in which a row of the window is one run of memory.
 */
final class BlasConvolution implements Convolution {
    private final Geometry g;
    private final Volume in;
    private final Volume out;
    private final int pixels;
    private final int taps;
    private final int run;
    private final float[] windows;
    private final float[] weights;
    private final float[] bias;
    private final float[] biasGradient;
    private final Memory windowMemory = new Memory();
    private final Memory weightMemory = new Memory();
    private final Memory outMemory = new Memory();
    private final Memory weightGradient = new Memory();

    BlasConvolution(Geometry geometry) {
        g = geometry;
        in = g.in();
        out = g.out();
        pixels = out.shape().pixels();
        run = g.kernel() * g.inChannels();
        taps = g.kernel() * run;
        windows = new float[pixels * taps];
        weights = new float[g.outChannels() * taps];
        bias = new float[g.outChannels()];
        biasGradient = new float[g.outChannels()];
        outMemory.reserve((long) pixels * g.outChannels());
        windowMemory.reserve((long) pixels * taps);
    }

    @Override
    public void load(float[] state, boolean training) {
        int window = g.kernel() * g.kernel();
        for (int o = 0; o < g.outChannels(); o++) {
            for (int c = 0; c < g.inChannels(); c++) {
                for (int t = 0; t < window; t++) {
                    weights[o * taps + t * g.inChannels() + c] = state[g.weightsAt() + (o * g.inChannels() + c) * window + t];
                }
            }
        }
        weightMemory.put(g.outChannels(), taps, weights, 0, taps);
        if (g.hasBias()) {
            System.arraycopy(state, g.biasAt(), bias, 0, bias.length);
        }
        if (training) {
            Arrays.fill(biasGradient, 0);
            Arrays.fill(weights, 0);
            weightGradient.put(g.outChannels(), taps, weights, 0, taps);
        }
    }

    private void takeWindows(int sample) {
        int to = 0;
        for (int y = 0; y < out.shape().height(); y++) {
            for (int x = 0; x < out.shape().width(); x++) {
                for (int ky = 0; ky < g.kernel(); ky++, to += run) {
                    int from = in.at(sample, y * g.stride() + ky - g.padding(), x * g.stride() - g.padding());
                    System.arraycopy(in.values(), from, windows, to, run);
                }
            }
        }
        windowMemory.put(pixels, taps, windows, 0, taps);
    }

    @Override
    public void forward(int sample) {
        takeWindows(sample);
        OpenBlas.multiply(pixels, g.outChannels(), taps, windowMemory, false, weightMemory, true, 0, outMemory);
        int width = out.rowLength();
        for (int y = 0; y < out.shape().height(); y++) {
            outMemory.get(y * width, width, out.values(), out.at(sample, y, 0));
        }
        for (int p = 0; p < pixels && g.hasBias(); p++) {
            int at = out.at(sample, p / out.shape().width(), p % out.shape().width());
            for (int o = 0; o < bias.length; o++) {
                out.values()[at + o] += bias[o];
            }
        }
    }

    @Override
    public void backward(int sample) {
        int width = out.rowLength();
        for (int y = 0; y < out.shape().height(); y++) {
            int row = out.gradientAt(sample, y, 0);
            outMemory.put(y * width, width, out.gradient(), row);
            for (int x = 0; x < width; x += biasGradient.length) {
                for (int o = 0; o < biasGradient.length; o++) {
                    biasGradient[o] += out.gradient()[row + x + o];
                }
            }
        }
        takeWindows(sample);
        OpenBlas.multiply(g.outChannels(), taps, pixels, outMemory, true, windowMemory, false, 1, weightGradient);
        if (in.hasGradient()) {
            OpenBlas.multiply(pixels, taps, g.outChannels(), outMemory, false, weightMemory, false, 0, windowMemory);
            windowMemory.get(pixels, taps, windows, 0, taps);
            giveWindows(sample);
        }
    }

    /** Adds every window's gradient to the pixels that it saw, except those that are padding. */
    private void giveWindows(int sample) {
        int inWidth = in.shape().width();
        for (int y = 0; y < in.shape().height(); y++) {
            int row = in.gradientAt(sample, y, 0);
            Arrays.fill(in.gradient(), row, row + in.rowLength(), 0);
        }
        int from = 0;
        for (int y = 0; y < out.shape().height(); y++) {
            for (int x = 0; x < out.shape().width(); x++) {
                int left = x * g.stride() - g.padding();
                int skipped = Math.max(0, -left) * g.inChannels();
                int end = run - Math.max(0, left + g.kernel() - inWidth) * g.inChannels();
                for (int ky = 0; ky < g.kernel(); ky++, from += run) {
                    int inY = y * g.stride() + ky - g.padding();
                    if (inY >= 0 && inY < in.shape().height()) {
                        add(from + skipped, end - skipped, in.gradientAt(sample, inY, Math.max(0, left)));
                    }
                }
            }
        }
    }

    private void add(int from, int n, int to) {
        float[] gradient = in.gradient();
        for (int i = 0; i < n; i++) {
            gradient[to + i] += windows[from + i];
        }
    }

    @Override
    public void storeGradient(float[] gradient) {
        weightGradient.get(g.outChannels(), taps, weights, 0, taps);
        int window = g.kernel() * g.kernel();
        for (int o = 0; o < g.outChannels(); o++) {
            for (int c = 0; c < g.inChannels(); c++) {
                for (int t = 0; t < window; t++) {
                    gradient[g.weightsAt() + (o * g.inChannels() + c) * window + t] = weights[o * taps + t * g.inChannels() + c];
                }
            }
        }
        if (g.hasBias()) {
            System.arraycopy(biasGradient, 0, gradient, g.biasAt(), biasGradient.length);
        }
    }
}
