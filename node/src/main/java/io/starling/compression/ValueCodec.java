package io.starling.compression;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/**
 * Floats ↔ bytes. Both sides know otherwise how many there are. Stateless and thread-safe.
 *
 * <p>A codec brings every float back, NaN and infinities included, or its documentation says which it refuses
 * ({@link UnsupportedValue}).
 */
public interface ValueCodec {
    /**
     * Appends values.
     *
     * @param key the randomness of this message, for codecs that round at random
     */
    void encode(float[] values, int count, long key, Output out);

    /**
     * Reads so many values. Whatever the bytes are, it fills {@code values} or refuses, and allocates no more than in
     * proportion to {@code count}.
     */
    void decode(Input in, int count, float[] values) throws CorruptData;

    /** Whether decoding always gives the very bits that were encoded. */
    boolean isLossless();

    /** What the codec costs on these values: how many bytes, and what error. */
    default Cost cost(float[] values, int count, long key) {
        Output out = new Output();
        encode(values, count, key, out);
        float[] decoded = new float[count];
        try {
            decode(Input.copyOf(out.view()), count, decoded);
        } catch (CorruptData e) {
            throw new IllegalStateException("what was encoded cannot be decoded: " + e.getMessage(), e);
        }
        double largest = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double error = Float.compare(values[i], decoded[i]) == 0 ? 0 : Math.abs((double) values[i] - decoded[i]);
            largest = Math.max(largest, error);
            squares += error * error;
        }
        return new Cost(out.size(), largest, count == 0 ? 0 : Math.sqrt(squares / count));
    }

    /** Encoded size, and the largest and root-mean-square difference between a value and what comes back. */
    record Cost(int bytes, double maxError, double rootMeanSquaredError) {
    }

    /** A value that a codec cannot carry. */
    final class UnsupportedValue extends IllegalArgumentException {
        public UnsupportedValue(String codec, float value, int index) {
            super("compression.values = " + codec + " cannot carry the value " + value + " (at index " + index
                + "); use f32, fp16, bf16 or zfp, which can, or find out why the model has it");
        }
    }

    /** Makes a codec choosable as {@code compression.values}. */
    interface Factory extends ModuleFactory {
        ValueCodec create(Settings settings);
    }
}
