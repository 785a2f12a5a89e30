package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;

/**
 * A convolution's weights as {@link PixelBlocks} wants them, and what is computed with them: rows of the output, and the
 * gradient of the input.
 *
 * <p>A tap is one (y, x, input channel) of the kernel; a table gives its distance in the input from the tap at the top left.
 * Weights are packed once a step into panels {@code [outChannel / panel][tap][panel]}, which the inner loop reads from front
 * to back. The backward pass is the same loop over the gradient, with the kernel turned by 180° and its two channel
 * dimensions exchanged.
 */
final class VectorWeights {
    private final Convolution.Geometry g;
    private final Volume in;
    private final int taps;
    private final int outStride;

    private final int panel;
    private final int[] tapOffsets;
    private final float[] weights;
    private final float[] bias;

    private final Spread spread;
    private final int backwardPanel;
    private final int[] backwardOffsets;
    private final float[] backwardWeights;
    private final float[] noBias;

    /** @param image what comes out of the convolution, of which at least the gradient is there if the input has one */
    VectorWeights(Convolution.Geometry geometry, Volume image) {
        g = geometry;
        in = g.in();
        taps = g.kernel() * g.kernel() * g.inChannels();
        outStride = g.out().channelStride();
        panel = panel(outStride);
        weights = new float[taps * outStride];
        bias = new float[outStride];
        tapOffsets = tapOffsets(g.kernel(), g.inChannels(), in.rowStride(), in.channelStride());
        if (in.hasGradient()) {
            spread = new Spread(g, image);
            backwardPanel = panel(in.channelStride());
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

    /** Channels of a panel: as many as two vectors hold, where there are so many. */
    static int panel(int channelStride) {
        return Math.min(2 * LANES, channelStride);
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

    void load(float[] state, boolean training) {
        packWeights(state);
        if (g.hasBias()) {
            System.arraycopy(state, g.biasAt(), bias, 0, g.outChannels());
        }
        if (training && in.hasGradient()) {
            packBackwardWeights(state);
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

    /** The first pixels of some rows of a sample's output, all channels. */
    void rows(int sample, int from, int to, int width, float[] out, int outAt, int outRow) {
        for (int first = 0; first < outStride; first += panel) {
            rows(to - from, width, panel, in.values(), in.at(sample, from * g.stride() - g.padding(), -g.padding()), in.channelStride() * g.stride(),
                in.rowStride() * g.stride(), tapOffsets, weights, first * taps, bias, first, out, outAt + first, outStride, outRow);
        }
    }

    /** Fills the gradient of the input from that of the output. */
    void backward(int sample) {
        float[] gradient = spread.gradient(sample);
        for (int c = 0; c < in.channelStride(); c += backwardPanel) {
            rows(in.shape().height(), in.shape().width(), backwardPanel, gradient, spread.at(sample), outStride, spread.rowStride(),
                backwardOffsets, backwardWeights, c * backwardOffsets.length, noBias, c,
                in.gradient(), in.gradientAt(sample) + c, in.channelStride(), in.gradientRowStride());
        }
    }

    private static void rows(int rows, int width, int panel, float[] in, int inAt, int inStep, int inRow, int[] offsets, float[] w, int wAt,
                             float[] bias, int biasAt, float[] out, int outAt, int outStep, int outRow) {
        for (int y = 0; y < rows; y++) {
            PixelBlocks.row(width, panel, in, inAt + y * inRow, inStep, offsets, offsets.length, w, wAt, bias, biasAt, 0,
                out, outAt + y * outRow, outStep);
        }
    }

    /**
     * The output's gradient as the backward convolution wants it: as it is where the stride is 1, otherwise copied to memory
     * in which its pixels stand a stride apart with zeros between them.
     */
    private static final class Spread {
        private final Convolution.Geometry g;
        private final Volume out;
        private final int halo;
        private final int width;
        private final float[] spaced;

        Spread(Convolution.Geometry g, Volume out) {
            this.g = g;
            this.out = out;
            halo = g.kernel() - 1 - g.padding();
            width = g.in().shape().width() + g.kernel() - 1;
            int height = g.in().shape().height() + g.kernel() - 1;
            spaced = g.stride() == 1 ? null : new float[height * width * out.channelStride()];
        }

        int rowStride() {
            return spaced == null ? out.gradientRowStride() : width * out.channelStride();
        }

        /** Where the window of the input's first row starts. */
        int at(int sample) {
            return spaced == null ? out.gradientAt(sample, -halo, -halo) : 0;
        }

        float[] gradient(int sample) {
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
