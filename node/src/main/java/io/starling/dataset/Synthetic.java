package io.starling.dataset;

import io.starling.random.KeyedRandom;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Made-up data, for trying out a cluster or an algorithm without any files: every class is a Gaussian cloud around a
 * random centre. Sample {@code i} is a function of (seed, i), so executors make their parts themselves.
 */
public record Synthetic(int features, int classes, double noise, long seed) implements Serializable {

    public SampleFormat format() {
        return SampleFormat.floats(SampleShape.vector(features, classes));
    }

    /** Samples {@code from … to - 1} of the training set ({@code "train"}) or of the test set ({@code "test"}). */
    public List<Sample> samples(String part, int from, int to) {
        float[][] centres = new float[classes][features];
        for (int c = 0; c < classes; c++) {
            fill(centres[c], KeyedRandom.of(seed, "centre", c), 1, null);
        }
        List<Sample> samples = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            float[] values = new float[features];
            fill(values, KeyedRandom.of(seed, part, i), noise, centres[i % classes]);
            samples.add(Sample.of(values, i % classes));
        }
        return samples;
    }

    private static void fill(float[] values, KeyedRandom random, double deviation, float[] centre) {
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (deviation * random.nextGaussian()) + (centre == null ? 0 : centre[i]);
        }
    }
}
