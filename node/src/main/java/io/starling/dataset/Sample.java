package io.starling.dataset;

import java.io.Serializable;

/**
 * One sample on its way through Spark to its node: unsigned bytes or floats, one of the two, and the target.
 *
 * @param target a class number, or the value to be predicted
 */
public record Sample(byte[] bytes, float[] floats, float target) implements Serializable {
    public static Sample of(byte[] bytes, float target) {
        return new Sample(bytes, null, target);
    }

    public static Sample of(float[] floats, float target) {
        return new Sample(null, floats, target);
    }

    public int label() {
        return (int) target;
    }
}
