package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Settings;

/**
 * One byte a value: affine between the smallest and the largest, in 255 steps; the error is at most half a step.
 *
 * <p>Smallest value and step travel, 8 bytes. NaN and infinities are refused.
 */
public final class Int8 implements ValueCodec, ValueCodec.Factory {
    private static final int STEPS = 255;

    @Override
    public String name() {
        return "int8";
    }

    @Override
    public String doc() {
        return "One byte a value, in 255 equal steps from the smallest to the largest of the message.";
    }

    @Override
    public ValueCodec create(Settings settings) {
        return this;
    }

    @Override
    public boolean isLossless() {
        return false;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        if (count == 0) {
            return;
        }
        float least = values[0];
        float most = values[0];
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[i])) {
                throw new UnsupportedValue(name(), values[i], i);
            }
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        // By halves, as the difference of two large floats may be infinite.
        float step = 2 * ((most / 2 - least / 2) / STEPS);
        out.writeInt(Float.floatToRawIntBits(least));
        out.writeInt(Float.floatToRawIntBits(step));
        double perStep = step > 0 ? 1.0 / step : 0;
        byte[] bytes = out.room(count);
        int from = out.size();
        for (int i = 0; i < count; i++) {
            bytes[from + i] = (byte) (int) (((double) values[i] - least) * perStep + 0.5);
        }
        out.wrote(count);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        if (count == 0) {
            return;
        }
        in.require(8L + count);
        float least = in.readFloat();
        float step = in.readFloat();
        if (!Float.isFinite(least) || !Float.isFinite(step)) {
            throw new CorruptData("a smallest value of " + least + " and a step of " + step);
        }
        byte[] bytes = in.bytes();
        int from = in.position();
        for (int i = 0; i < count; i++) {
            values[i] = (float) (least + (double) step * (bytes[from + i] & 0xFF));
        }
        in.skip(count);
    }
}
