package io.starling.dataset;

import io.starling.config.UserError;
import java.io.Serializable;
import java.util.List;

/**
 * What all samples of a data set have in common: their shape and, for bytes, how they are scaled to features.
 *
 * @param scale per channel; null if samples are floats
 * @param shift per channel; null if samples are floats
 */
public record SampleFormat(SampleShape shape, float[] scale, float[] shift) implements Serializable {
    public static SampleFormat bytes(SampleShape shape, float[] scale, float[] shift) {
        return new SampleFormat(shape, scale, shift);
    }

    public static SampleFormat floats(SampleShape shape) {
        return new SampleFormat(shape, null, null);
    }

    /** A sample's features as a model sees them. */
    public float[] features(Sample sample) {
        if (scale == null) {
            return sample.floats();
        }
        float[] features = new float[sample.bytes().length];
        int perChannel = features.length / scale.length;
        for (int i = 0; i < features.length; i++) {
            features[i] = (sample.bytes()[i] & 0xFF) * scale[i / perChannel] + shift[i / perChannel];
        }
        return features;
    }

    /** Packs samples, in the given order, for computing. */
    public Samples pack(List<Sample> samples) {
        int size = shape.size();
        float[] targets = new float[samples.size()];
        byte[] bytes = scale == null ? null : new byte[Math.multiplyExact(size, samples.size())];
        float[] floats = scale == null ? new float[Math.multiplyExact(size, samples.size())] : null;
        for (int i = 0; i < targets.length; i++) {
            Sample sample = samples.get(i);
            targets[i] = sample.target();
            if (sample.size() != size) {
                throw new UserError("Sample " + i + " has " + sample.size() + " features, but this data set's have " + size + " (" + shape + ").");
            }
            if (bytes != null) {
                System.arraycopy(sample.bytes(), 0, bytes, i * size, size);
            } else {
                System.arraycopy(sample.floats(), 0, floats, i * size, size);
            }
        }
        return bytes != null ? Samples.ofBytes(shape, bytes, scale, shift, targets) : Samples.ofFloats(shape, floats, targets);
    }
}
