package io.starling.engine;

/**
 * A two-dimensional convolution between two volumes, as deep learning means it (cross-correlation).
 *
 * <p>A training step is: {@link #load} the weights once; forward and backward for each sample; {@link #storeGradient} once.
 * In between an implementation keeps weights and gradients in whatever order suits it; the flat state is in PyTorch's.
 *
 * <p>Some have 2×2 max-pooling and ReLU built in ({@link Kernels#pooledConvolution}); their output is the pooled image.
 */
public interface Convolution {
    /**
     * @param weightsAt where {@code [outChannel][inChannel][y][x]} start in the flat state
     * @param biasAt    where the biases start, or -1 if there are none
     */
    record Geometry(Volume in, Volume out, int kernel, int stride, int padding, int weightsAt, int biasAt) {
        public int inChannels() {
            return in.shape().channels();
        }

        public int outChannels() {
            return out.shape().channels();
        }

        public boolean hasBias() {
            return biasAt >= 0;
        }

        /** What comes out of the convolution by itself, before any pooling. */
        public Shape convolved() {
            return Shape.image(outChannels(), extent(in.shape().height()), extent(in.shape().width()));
        }

        private int extent(int pixels) {
            return (pixels + 2 * padding - kernel) / stride + 1;
        }

        /** The zeros that must surround the gradient of the output for {@link Convolution#backward}. */
        public static int gradientHalo(int kernel, int stride, int padding) {
            // With a stride, the gradient is spread out into the convolution's own memory first.
            return stride == 1 ? Math.max(0, kernel - 1 - padding) : 0;
        }
    }

    /** Takes the weights of this step from the flat state, and forgets the gradients of the last. */
    void load(float[] state, boolean training);

    void forward(int sample);

    /** Adds to the gradient of weights and biases, and fills that of the input if anybody wants it. */
    void backward(int sample);

    /** Writes the gradient of weights and biases to their places in the flat gradient. */
    void storeGradient(float[] gradient);
}
