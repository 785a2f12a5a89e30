package io.starling.engine;

/** A convolution, then 2×2 max-pooling and ReLU of the image that it leaves: for kernels that have no better way. */
final class PooledConvolution implements Convolution {
    private final Kernels kernels;
    private final Volume image;
    private final Volume out;
    private final Convolution convolution;

    PooledConvolution(Kernels kernels, Geometry g, int capacity) {
        this.kernels = kernels;
        out = g.out();
        int halo = Geometry.gradientHalo(g.kernel(), g.stride(), g.padding());
        image = Volume.between(g.convolved(), out.channelStride(), 0, halo, capacity, false);
        convolution = kernels.convolution(new Geometry(g.in(), image, g.kernel(), g.stride(), g.padding(), g.weightsAt(), g.biasAt()));
    }

    @Override
    public void load(float[] state, boolean training) {
        convolution.load(state, training);
    }

    @Override
    public void forward(int sample) {
        convolution.forward(sample);
        for (int y = 0; y < out.shape().height(); y++) {
            kernels.maxPool2Relu(out.shape().width(), out.channelStride(), image.values(), image.at(sample, 2 * y, 0), image.rowStride(),
                out.values(), out.at(sample, y, 0));
        }
    }

    /** The last row and column of an image of odd size are in no window: nobody ever writes to their gradient, which stays zero. */
    @Override
    public void backward(int sample) {
        for (int y = 0; y < out.shape().height(); y++) {
            kernels.maxPool2ReluBackward(out.shape().width(), out.channelStride(), image.values(), image.at(sample, 2 * y, 0), image.rowStride(),
                out.gradient(), out.gradientAt(sample, y, 0), image.gradient(), image.gradientAt(sample, 2 * y, 0), image.gradientRowStride());
        }
        convolution.backward(sample);
    }

    @Override
    public void storeGradient(float[] gradient) {
        convolution.storeGradient(gradient);
    }
}
