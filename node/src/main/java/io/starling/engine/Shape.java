package io.starling.engine;

/**
 * What one sample looks like between two layers.
 *
 * <p>A sequence of n vectors is kept as an image of height n and width 1, without padding of its channels.
 */
public record Shape(Kind kind, int channels, int height, int width) {
    /** Images have their channels padded to whole vectors; the others have not. */
    public enum Kind { IMAGE, VECTOR, SEQUENCE }

    public Shape {
        if (channels < 1 || height < 1 || width < 1) {
            throw new IllegalArgumentException("a layer cannot give " + channels + " channels of " + height + " x " + width);
        }
    }

    public static Shape image(int channels, int height, int width) {
        return new Shape(Kind.IMAGE, channels, height, width);
    }

    public static Shape vector(int length) {
        return new Shape(Kind.VECTOR, length, 1, 1);
    }

    public static Shape sequence(int length, int features) {
        return new Shape(Kind.SEQUENCE, features, length, 1);
    }

    public int pixels() {
        return height * width;
    }

    public int size() {
        return channels * height * width;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case IMAGE -> channels + "x" + height + "x" + width;
            case VECTOR -> Integer.toString(channels);
            case SEQUENCE -> height + " times " + channels;
        };
    }
}
