package io.starling.dataset;

/**
 * A mini-batch laid out for the engine: samples one after another, features in the data set's order.
 *
 * <p>Reused from step to step; the arrays may be longer than {@link #size} samples need.
 */
public final class Batch {
    /** Features, sample by sample: {@code size × shape.size()} values (token ids, too, as numbers). */
    public final float[] features;
    /** One target a sample: a class number, or the value to be predicted. */
    public final float[] targets;
    /** How many samples are in it. */
    public int size;

    public Batch(int capacity, int featuresPerSample) {
        features = new float[Math.multiplyExact(capacity, featuresPerSample)];
        targets = new float[capacity];
    }

    public int capacity() {
        return targets.length;
    }
}
