package io.starling.engine;

/**
 * The activations between two layers for a batch, and the loss's gradient with respect to them.
 *
 * <p>Both are channels-last ({@code [sample][y][x][channel]}), because a convolution keeps a block of output channels in
 * vector registers. Around every image stands a border of zeros, the halo, so that a convolution needs no edge cases: the
 * values have the halo that the next layer reads over, the gradient that which the layer before reads over when it
 * convolves backwards. Nobody ever writes to a halo.
 *
 * <p>Where layers go through a batch one sample at a time, all samples share one piece of gradient memory: it is used up
 * before the next sample comes, and stays in the cache.
 */
public final class Volume {
    /** Floats behind the last, so that kernels may read a block of values that is only partly theirs. */
    private static final int SLACK = 16;

    private final Shape shape;
    private final int channelStride;
    private final int halo;
    private final float[] values;
    private final int gradientHalo;
    private final float[] gradient;
    private final boolean gradientPerSample;

    private Volume(Shape shape, int channelStride, int halo, float[] values, int gradientHalo, float[] gradient,
                   boolean gradientPerSample) {
        this.shape = shape;
        this.channelStride = channelStride;
        this.halo = halo;
        this.values = values;
        this.gradientHalo = gradientHalo;
        this.gradient = gradient;
        this.gradientPerSample = gradientPerSample;
    }

    /** Memory for what comes into a network, of which no gradient is wanted. */
    public static Volume input(Shape shape, int channelStride, int halo, int capacity) {
        return new Volume(shape, channelStride, halo, new float[size(shape, channelStride, halo, capacity)], 0, null, false);
    }

    /**
     * Memory for activations and gradient.
     *
     * @param channelStride     floats from pixel to pixel, at least the number of channels
     * @param gradientPerSample false if all samples share one sample's gradient memory
     */
    public static Volume between(Shape shape, int channelStride, int halo, int gradientHalo, int capacity, boolean gradientPerSample) {
        return new Volume(shape, channelStride, halo, new float[size(shape, channelStride, halo, capacity)], gradientHalo,
            new float[size(shape, channelStride, gradientHalo, gradientPerSample ? capacity : 1)], gradientPerSample);
    }

    /** Memory for the gradient of one sample at a time, of which nobody keeps the values. */
    static Volume gradient(Shape shape, int channelStride, int gradientHalo) {
        return new Volume(shape, channelStride, 0, null, gradientHalo, new float[size(shape, channelStride, gradientHalo, 1)], false);
    }

    /** The same values, seen by one of several readers: with a gradient of its own, to be added up, if this has one. */
    public Volume withOwnGradient(int capacity, boolean gradientPerSample) {
        float[] own = gradient == null ? null : new float[size(shape, channelStride, 0, gradientPerSample ? capacity : 1)];
        return new Volume(shape, channelStride, halo, values, 0, own, gradientPerSample);
    }

    private static int size(Shape shape, int channelStride, int halo, int capacity) {
        long perSample = (long) (shape.height() + 2 * halo) * (shape.width() + 2 * halo) * channelStride;
        return Math.toIntExact(perSample * capacity + SLACK);
    }

    public Shape shape() {
        return shape;
    }

    /** Floats from one pixel's channels to the next's: the channels, rounded up to whole vectors where kernels want that. */
    public int channelStride() {
        return channelStride;
    }

    public float[] values() {
        return values;
    }

    /** Null if nobody needs it. */
    public float[] gradient() {
        return gradient;
    }

    public boolean hasGradient() {
        return gradient != null;
    }

    /** Index of a sample's first value; in a vector or sequence, where its values start. */
    public int at(int sample) {
        return at(sample, 0, 0);
    }

    /** Index of the first channel of a pixel; y and x may reach into the halo. */
    public int at(int sample, int y, int x) {
        return sample * sampleStride() + (y + halo) * rowStride() + (x + halo) * channelStride;
    }

    public int gradientAt(int sample) {
        return gradientAt(sample, 0, 0);
    }

    /** Index of the first channel of a pixel's gradient; y and x may reach into the halo. */
    public int gradientAt(int sample, int y, int x) {
        return sample * gradientSampleStride() + (y + gradientHalo) * gradientRowStride() + (x + gradientHalo) * channelStride;
    }

    /** Floats from a pixel to the one below. */
    public int rowStride() {
        return (shape.width() + 2 * halo) * channelStride;
    }

    public int gradientRowStride() {
        return (shape.width() + 2 * gradientHalo) * channelStride;
    }

    /** Floats in one row of pixels, padding lanes included, halo not. */
    public int rowLength() {
        return shape.width() * channelStride;
    }

    /** Floats from one sample to the next. */
    public int sampleStride() {
        return (shape.height() + 2 * halo) * rowStride();
    }

    /** Floats from one sample's gradient to the next's: 0 where they share memory. */
    public int gradientSampleStride() {
        return gradientPerSample ? (shape.height() + 2 * gradientHalo) * gradientRowStride() : 0;
    }

    public int gradientHalo() {
        return gradientHalo;
    }
}
