package io.starling.engine;

import java.util.Arrays;

/**
 * A convolution with 2×2 max-pooling and ReLU after it, of which the convolved image is never kept: two rows of it are computed, pooled
 * while they are in the first-level cache, and forgotten. What stays is the place of each window's largest value ({@link Peaks}).
 *
 * <p>The gradient that comes back through the pooling is zero but for one pixel of four, a different one for each channel. So the
 * gradient of the weights is summed over those only: a channel's peak, times the part of the input that its pixel saw.
 */
final class VectorPooledConvolution implements Convolution {
    /** Floats that are gone through for one channel after another; they should stay in the first-level cache. */
    private static final int CHUNK = 12 << 10;

    private final VectorKernels kernels;
    private final Geometry g;
    private final Volume in;
    private final Volume out;
    private final int width;
    private final int height;
    private final int stride;
    private final VectorWeights weights;
    private final float[] rows;
    /** The convolved image's gradient, wanted if the input's is. */
    private final Volume image;

    private boolean training;
    /** For each sample and channel of a pooled pixel, where the input that its peak saw starts: see {@link Peaks}. */
    private final float[] places;
    private final float[] peakGradient;
    private final int chunkRows;
    private final int kernelRow;
    private final float[] weightGradient;
    private final float[] biasGradient;

    VectorPooledConvolution(VectorKernels kernels, Geometry geometry, int capacity) {
        this.kernels = kernels;
        g = geometry;
        in = g.in();
        out = g.out();
        width = out.shape().width();
        height = out.shape().height();
        stride = out.channelStride();
        image = in.hasGradient() ? Volume.gradient(g.convolved(), stride, Geometry.gradientHalo(g.kernel(), g.stride(), g.padding())) : null;
        weights = new VectorWeights(g, image);
        rows = new float[4 * width * stride];
        Peaks.checkPlaces(in.sampleStride());
        places = new float[Math.multiplyExact(capacity, height * width * stride)];
        peakGradient = new float[height * width * stride];
        chunkRows = Math.max(1, (CHUNK - g.kernel() * in.rowStride()) / (2 * (g.stride() * in.rowStride() + width * stride)));
        kernelRow = Peaks.paddedRow(g.kernel() * in.channelStride());
        weightGradient = new float[g.outChannels() * g.kernel() * kernelRow];
        biasGradient = new float[stride];
    }

    @Override
    public void load(float[] state, boolean training) {
        this.training = training;
        weights.load(state, training);
        if (training) {
            Arrays.fill(weightGradient, 0);
            Arrays.fill(biasGradient, 0);
        }
    }

    @Override
    public void forward(int sample) {
        int right = in.channelStride() * g.stride();
        int down = in.rowStride() * g.stride();
        for (int y = 0; y < height; y++) {
            weights.rows(sample, 2 * y, 2 * y + 2, 2 * width, rows, 0, 2 * width * stride);
            if (training) {
                Peaks.pool(width, stride, rows, out.values(), out.at(sample, y, 0), places, placesAt(sample, y), 2 * y * down, right, down);
            } else {
                kernels.maxPool2Relu(width, stride, rows, 0, 2 * width * stride, out.values(), out.at(sample, y, 0));
            }
        }
    }

    private int placesAt(int sample, int y) {
        return (sample * height + y) * width * stride;
    }

    @Override
    public void backward(int sample) {
        int row = width * stride;
        for (int y = 0; y < height; y++) {
            kernels.reluBackward(row, out.values(), out.at(sample, y, 0), out.gradient(), out.gradientAt(sample, y, 0), peakGradient, y * row);
            kernels.addChannels(width, stride, peakGradient, y * row, biasGradient, 0);
        }
        int inAt = in.at(sample, -g.padding(), -g.padding());
        for (int y = 0; y < height; y += chunkRows) {
            int pixels = Math.min(chunkRows, height - y) * width;
            Peaks.addWeightGradient(g.outChannels(), g.kernel(), kernelRow, pixels, stride, peakGradient, y * row, places, placesAt(sample, y),
                in.values(), inAt, in.rowStride(), weightGradient);
        }
        if (in.hasGradient()) {
            int right = in.channelStride() * g.stride();
            int down = in.rowStride() * g.stride();
            for (int y = 0; y < height; y++) {
                Peaks.spread(width, stride, peakGradient, y * row, places, placesAt(sample, y), 2 * y * down, right, down,
                    image.gradient(), image.gradientAt(sample, 2 * y, 0), image.gradientRowStride());
            }
            weights.backward(sample);
        }
    }

    @Override
    public void storeGradient(float[] gradient) {
        int kernel = g.kernel();
        int to = g.weightsAt();
        for (int o = 0; o < g.outChannels(); o++) {
            for (int c = 0; c < g.inChannels(); c++) {
                for (int y = 0; y < kernel; y++) {
                    int from = (o * kernel + y) * kernelRow + c;
                    for (int x = 0; x < kernel; x++) {
                        gradient[to++] = weightGradient[from + x * in.channelStride()];
                    }
                }
            }
        }
        if (g.hasBias()) {
            System.arraycopy(biasGradient, 0, gradient, g.biasAt(), g.outChannels());
        }
    }
}
