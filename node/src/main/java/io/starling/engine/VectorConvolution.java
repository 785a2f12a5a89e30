package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;

import java.util.Arrays;

/**
 * Direct convolution without im2col: a block of pixels times one or two vectors of output channels stays in registers
 * while the taps go by ({@link PixelBlocks}).
 *
 * <p>A tap is one (y, x, input channel) of the kernel; a table gives its distance in the input from the tap at the top left.
 * Weights are packed once a step into panels {@code [outChannel / panel][tap][panel]}, which the inner loop reads from front
 * to back. The backward pass is the same loop over the gradient, with the kernel turned by 180° and its two channel
 * dimensions exchanged. The gradient of the weights is the same idea again: a block of taps times the vectors of a panel
 * stays in registers while the pixels go by.
 */
final class VectorConvolution implements Convolution {
    /** Pixels over which gradients of parameters are summed at a time, so that they are still in the first-level cache for the next taps. */
    private static final int CHUNK_PIXELS = 128;

    private final VectorKernels kernels;
    private final Geometry g;
    private final Volume in;
    private final Volume out;
    private final int taps;

    private final int panel;
    private final int panels;
    private final int[] tapOffsets;
    private final float[] weights;
    private final float[] bias;

    private final int rowBlocks;
    /** A little more than the block, or the same tap of neighbouring pixels would fall on the same few cache lines. */
    private final int blockStride;
    private final int chunkRows;
    private final int[] inputPixels;
    private final int[] gradientPixels;
    private final float[] weightGradient;
    private final float[] biasGradient;

    private final Spread spread;
    private final int backwardPanel;
    private final int[] backwardOffsets;
    private final float[] backwardWeights;
    private final float[] noBias;

    VectorConvolution(VectorKernels kernels, Geometry geometry) {
        this.kernels = kernels;
        g = geometry;
        in = g.in();
        out = g.out();
        taps = g.kernel() * g.kernel() * g.inChannels();
        int outStride = out.channelStride();
        panel = Math.min(2 * LANES, outStride);
        panels = outStride / panel;
        weights = new float[taps * outStride];
        bias = new float[outStride];
        tapOffsets = tapOffsets(g.kernel(), g.inChannels(), in.rowStride(), in.channelStride());
        rowBlocks = (g.kernel() * in.channelStride() + PixelBlocks.TAPS - 1) / PixelBlocks.TAPS;
        blockStride = PixelBlocks.TAPS * panel + LANES;
        chunkRows = Math.max(1, CHUNK_PIXELS / out.shape().width());
        inputPixels = pixels(out.shape(), in.rowStride() * g.stride(), in.channelStride() * g.stride());
        gradientPixels = pixels(out.shape(), out.gradientRowStride(), outStride);
        weightGradient = new float[panels * g.kernel() * rowBlocks * blockStride];
        biasGradient = new float[outStride];
        if (in.hasGradient()) {
            spread = new Spread(g);
            backwardPanel = Math.min(2 * LANES, in.channelStride());
            int backwardTaps = g.kernel() * g.kernel() * g.outChannels();
            backwardOffsets = tapOffsets(g.kernel(), g.outChannels(), spread.rowStride(), outStride);
            backwardWeights = new float[backwardTaps * in.channelStride()];
            noBias = new float[in.channelStride()];
        } else {
            spread = null;
            backwardPanel = 0;
            backwardOffsets = null;
            backwardWeights = null;
            noBias = null;
        }
    }

    private static int[] tapOffsets(int kernel, int channels, int rowStride, int pixelStride) {
        int[] offsets = new int[kernel * kernel * channels];
        int tap = 0;
        for (int y = 0; y < kernel; y++) {
            for (int x = 0; x < kernel; x++) {
                for (int c = 0; c < channels; c++) {
                    offsets[tap++] = y * rowStride + x * pixelStride + c;
                }
            }
        }
        return offsets;
    }

    private static int[] pixels(Shape shape, int rowStride, int pixelStride) {
        int[] offsets = new int[shape.height() * shape.width()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = i / shape.width() * rowStride + i % shape.width() * pixelStride;
        }
        return offsets;
    }

    @Override
    public void load(float[] state, boolean training) {
        packWeights(state);
        if (g.hasBias()) {
            System.arraycopy(state, g.biasAt(), bias, 0, g.outChannels());
        }
        if (training) {
            Arrays.fill(weightGradient, 0);
            Arrays.fill(biasGradient, 0);
            if (in.hasGradient()) {
                packBackwardWeights(state);
            }
        }
    }

    /** Input channels outside, taps inside: the weights that are read together then lie together. */
    private void packWeights(float[] state) {
        int window = g.kernel() * g.kernel();
        for (int first = 0; first < g.outChannels(); first += panel) {
            int lanes = Math.min(panel, g.outChannels() - first);
            for (int c = 0; c < g.inChannels(); c++) {
                for (int t = 0; t < window; t++) {
                    gather(lanes, state, g.weightsAt() + first * taps + c * window + t, taps, weights, first * taps + (t * g.inChannels() + c) * panel);
                }
            }
        }
    }

    private void packBackwardWeights(float[] state) {
        int window = g.kernel() * g.kernel();
        for (int first = 0; first < g.inChannels(); first += backwardPanel) {
            int lanes = Math.min(backwardPanel, g.inChannels() - first);
            int to = first * window * g.outChannels();
            for (int o = 0; o < g.outChannels(); o++) {
                for (int t = 0; t < window; t++) {
                    gather(lanes, state, g.weightsAt() + o * taps + first * window + window - 1 - t, window,
                        backwardWeights, to + (t * g.outChannels() + o) * backwardPanel);
                }
            }
        }
    }

    private static void gather(int n, float[] from, int fromAt, int step, float[] to, int toAt) {
        for (int i = 0; i < n; i++) {
            to[toAt + i] = from[fromAt + i * step];
        }
    }

    @Override
    public void forward(int sample) {
        for (int p = 0; p < panels; p++) {
            for (int y = 0; y < out.shape().height(); y++) {
                PixelBlocks.row(out.shape().width(), panel, in.values(), in.at(sample, y * g.stride() - g.padding(), -g.padding()),
                    in.channelStride() * g.stride(), tapOffsets, taps, weights, p * taps * panel, bias, p * panel, 0,
                    out.values(), out.at(sample, y, 0) + p * panel, out.channelStride());
            }
        }
    }

    @Override
    public void backward(int sample) {
        int width = out.shape().width();
        for (int row = 0; row < out.shape().height(); row += chunkRows) {
            int end = Math.min(out.shape().height(), row + chunkRows);
            for (int y = row; y < end && g.hasBias(); y++) {
                kernels.addChannels(width, out.channelStride(), out.gradient(), out.gradientAt(sample, y, 0), biasGradient, 0);
            }
            for (int p = 0; p < panels; p++) {
                for (int y = 0; y < g.kernel(); y++) {
                    weightGradientRow(sample, p, y, row * width, end * width);
                }
            }
        }
        if (in.hasGradient()) {
            backwardInput(sample);
        }
    }

    /**
     * Taps of one row of the kernel read neighbouring values of the input, padding lanes among them; they are taken in blocks, of which
     * the last may reach beyond the row. What it sums up for taps that do not exist is never looked at.
     */
    private void weightGradientRow(int sample, int p, int y, int from, int to) {
        int inAt = in.at(sample, y - g.padding(), -g.padding());
        int dAt = out.gradientAt(sample) + p * panel;
        int rowTaps = g.kernel() * in.channelStride();
        for (int tap = 0; tap < rowTaps; tap += PixelBlocks.TAPS) {
            PixelBlocks.weightGradient(panel, Math.min(PixelBlocks.TAPS, rowTaps - tap), in.values(), inAt + tap, inputPixels,
                out.gradient(), dAt, gradientPixels, from, to, weightGradient, gradientAt(p, y, tap));
        }
    }

    /** Where the gradients of a panel's lanes stand for a tap, counted along row y of the kernel. */
    private int gradientAt(int p, int y, int tap) {
        return ((p * g.kernel() + y) * rowBlocks + tap / PixelBlocks.TAPS) * blockStride + tap % PixelBlocks.TAPS * panel;
    }

    private void backwardInput(int sample) {
        float[] gradient = spread.gradient(sample);
        int taps = backwardOffsets.length;
        for (int c = 0; c < in.channelStride(); c += backwardPanel) {
            for (int y = 0; y < in.shape().height(); y++) {
                PixelBlocks.row(in.shape().width(), backwardPanel, gradient, spread.at(sample, y), out.channelStride(),
                    backwardOffsets, taps, backwardWeights, c * taps, noBias, c, 0,
                    in.gradient(), in.gradientAt(sample, y, 0) + c, in.channelStride());
            }
        }
    }

    @Override
    public void storeGradient(float[] gradient) {
        int kernel = g.kernel();
        for (int p = 0; p < panels; p++) {
            int lanes = Math.min(panel, g.outChannels() - p * panel);
            for (int c = 0; c < g.inChannels(); c++) {
                for (int t = 0; t < kernel * kernel; t++) {
                    scatter(lanes, weightGradient, gradientAt(p, t / kernel, t % kernel * in.channelStride() + c),
                        gradient, g.weightsAt() + p * panel * taps + c * kernel * kernel + t, taps);
                }
            }
        }
        if (g.hasBias()) {
            System.arraycopy(biasGradient, 0, gradient, g.biasAt(), g.outChannels());
        }
    }

    private static void scatter(int n, float[] from, int fromAt, float[] to, int toAt, int step) {
        for (int i = 0; i < n; i++) {
            to[toAt + i * step] = from[fromAt + i];
        }
    }

    /**
     * The output's gradient as the backward convolution wants it: as it is where the stride is 1, otherwise copied to memory
     * in which its pixels stand a stride apart with zeros between them.
     */
    private static final class Spread {
        private final Geometry g;
        private final int halo;
        private final int width;
        private final float[] spaced;

        Spread(Geometry g) {
            this.g = g;
            halo = g.kernel() - 1 - g.padding();
            width = g.in().shape().width() + g.kernel() - 1;
            int height = g.in().shape().height() + g.kernel() - 1;
            spaced = g.stride() == 1 ? null : new float[height * width * g.out().channelStride()];
        }

        int rowStride() {
            return spaced == null ? g.out().gradientRowStride() : width * g.out().channelStride();
        }

        /** Where the window of the input's row y starts. */
        int at(int sample, int y) {
            return spaced == null ? g.out().gradientAt(sample, y - halo, -halo) : y * rowStride();
        }

        float[] gradient(int sample) {
            Volume out = g.out();
            if (spaced == null) {
                return out.gradient();
            }
            int channels = out.channelStride();
            for (int y = 0; y < out.shape().height(); y++) {
                for (int x = 0; x < out.shape().width(); x++) {
                    int to = ((y * g.stride() + halo) * width + x * g.stride() + halo) * channels;
                    System.arraycopy(out.gradient(), out.gradientAt(sample, y, x), spaced, to, channels);
                }
            }
            return spaced;
        }
    }
}
