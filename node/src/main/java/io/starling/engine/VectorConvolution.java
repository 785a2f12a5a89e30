package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;

import java.util.Arrays;

/**
 * Direct convolution without im2col: a block of pixels times one or two vectors of output channels stays in registers
 * while the taps go by ({@link VectorWeights}). The gradient of the weights is the same idea again: a block of taps times the
 * vectors of a panel stays in registers while the pixels go by.
 */
final class VectorConvolution implements Convolution {
    /** Floats that are gone through for one block of taps after another; they should stay in the first-level cache. */
    private static final int CHUNK = 10 << 10;

    private final VectorKernels kernels;
    private final Geometry g;
    private final Volume in;
    private final Volume out;
    private final VectorWeights weights;
    private final int taps;
    private final int panel;
    private final int panels;

    private final int tapBlock;
    private final int rowBlocks;
    /** A little more than the block, or the same tap of neighbouring pixels would fall on the same few cache lines. */
    private final int blockStride;
    private final int chunkRows;
    private final int[] inputPixels;
    private final int[] gradientPixels;
    private final float[] weightGradient;
    private final float[] biasGradient;

    VectorConvolution(VectorKernels kernels, Geometry geometry) {
        this.kernels = kernels;
        g = geometry;
        in = g.in();
        out = g.out();
        weights = new VectorWeights(g, out);
        taps = g.kernel() * g.kernel() * g.inChannels();
        int outStride = out.channelStride();
        panel = VectorWeights.panel(outStride);
        panels = outStride / panel;
        tapBlock = PixelBlocks.tapBlock(panel, g.kernel() * in.channelStride());
        rowBlocks = (g.kernel() * in.channelStride() + tapBlock - 1) / tapBlock;
        blockStride = tapBlock * panel + LANES;
        chunkRows = Math.max(1, (CHUNK - g.kernel() * in.rowStride()) / (g.stride() * in.rowStride() + out.gradientRowStride()));
        inputPixels = pixels(out.shape(), in.rowStride() * g.stride(), in.channelStride() * g.stride());
        gradientPixels = pixels(out.shape(), out.gradientRowStride(), outStride);
        weightGradient = new float[panels * g.kernel() * rowBlocks * blockStride];
        biasGradient = new float[outStride];
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
        weights.load(state, training);
        if (training) {
            Arrays.fill(weightGradient, 0);
            Arrays.fill(biasGradient, 0);
        }
    }

    @Override
    public void forward(int sample) {
        weights.rows(sample, 0, out.shape().height(), out.shape().width(), out.values(), out.at(sample), out.rowStride());
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
            weights.backward(sample);
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
        for (int tap = 0; tap < rowTaps; tap += tapBlock) {
            PixelBlocks.weightGradient(panel, tapBlock, in.values(), inAt + tap, inputPixels,
                out.gradient(), dAt, gradientPixels, from, to, weightGradient, gradientAt(p, y, tap));
        }
    }

    /** Where the gradients of a panel's lanes stand for a tap, counted along row y of the kernel. */
    private int gradientAt(int p, int y, int tap) {
        return ((p * g.kernel() + y) * rowBlocks + tap / tapBlock) * blockStride + tap % tapBlock * panel;
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
}
