package io.starling.dataset;

import java.io.Serializable;

/**
 * One sample on its way through Spark to its node: unsigned bytes or floats, one of the two, the target, and who made it.
 *
 * @param target a class number, or the value to be predicted
 * @param user   null if the data set knows no users
 */
public record Sample(byte[] bytes, float[] floats, float target, String user) implements Serializable {
    public static Sample of(byte[] bytes, float target) {
        return new Sample(bytes, null, target, null);
    }

    public static Sample of(float[] floats, float target) {
        return new Sample(null, floats, target, null);
    }

    public Sample by(String maker) {
        return new Sample(bytes, floats, target, maker);
    }

    public int label() {
        return (int) target;
    }

    /** How many features it has. */
    public int size() {
        return bytes != null ? bytes.length : floats.length;
    }
}
