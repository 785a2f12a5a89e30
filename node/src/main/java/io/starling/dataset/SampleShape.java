package io.starling.dataset;

import java.util.Arrays;

/**
 * What one sample of a data set looks like, so that a model can be built for it.
 *
 * @param dimensions of the features: {@code [channels, height, width]} of an image, {@code [n]} of a plain vector or a
 *                   sequence of n tokens
 * @param classes    number of classes; 0 if the target is a number to be predicted (a rating)
 * @param vocabulary number of distinct tokens where features are token ids; 0 otherwise
 */
public record SampleShape(int[] dimensions, int classes, int vocabulary) implements java.io.Serializable {

    public static SampleShape image(int channels, int height, int width, int classes) {
        return new SampleShape(new int[] {channels, height, width}, classes, 0);
    }

    public static SampleShape vector(int length, int classes) {
        return new SampleShape(new int[] {length}, classes, 0);
    }

    public static SampleShape tokens(int length, int vocabulary, int classes) {
        return new SampleShape(new int[] {length}, classes, vocabulary);
    }

    /** Features per sample. */
    public int size() {
        int size = 1;
        for (int d : dimensions) {
            size *= d;
        }
        return size;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof SampleShape s && Arrays.equals(dimensions, s.dimensions) && classes == s.classes && vocabulary == s.vocabulary;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dimensions) * 31 + classes * 7 + vocabulary;
    }

    @Override
    public String toString() {
        return Arrays.toString(dimensions) + (classes > 0 ? " in " + classes + " classes" : "")
            + (vocabulary > 0 ? ", " + vocabulary + " tokens" : "");
    }
}
