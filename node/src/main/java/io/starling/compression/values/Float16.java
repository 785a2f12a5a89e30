package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Settings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * IEEE 754 half precision: 1 sign, 5 exponent and 10 fraction bits, rounded to nearest even.
 *
 * <p>Relative error at most 2^-11 between 2^-14 and 65504; smaller ones lose bits down to 2^-25, larger ones become infinite.
 * NaN stays NaN.
 */
public final class Float16 implements ValueCodec, ValueCodec.Factory {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SMALLEST_NORMAL = 0x38800000;
    private static final int LARGEST = 0x47800000;
    private static final int INFINITY = 0x7F800000;
    /** Adding it to a positive float below 2^-14 leaves the half's fraction, rounded to even, in the lowest bits. */
    private static final float SUBNORMAL_MAGIC = 0.5f;
    private static final int REBIAS = 112 << 23;

    @Override
    public String name() {
        return "fp16";
    }

    @Override
    public String doc() {
        return "Half precision: relative error 2^-11, largest value 65504.";
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
        int length = Math.multiplyExact(2, count);
        byte[] bytes = out.room(length);
        int from = out.size();
        for (int i = 0; i < count; i++) {
            SHORT.set(bytes, from + 2 * i, toHalf(values[i]));
        }
        out.wrote(length);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require(2L * count);
        byte[] bytes = in.bytes();
        int from = in.position();
        for (int i = 0; i < count; i++) {
            values[i] = toFloat((short) SHORT.get(bytes, from + 2 * i));
        }
        in.skip(2 * count);
    }

    static short toHalf(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7FFFFFFF;
        int half;
        if (magnitude < SMALLEST_NORMAL) {
            half = Float.floatToRawIntBits(Float.intBitsToFloat(magnitude) + SUBNORMAL_MAGIC) - Float.floatToRawIntBits(SUBNORMAL_MAGIC);
        } else if (magnitude < LARGEST) {
            // May carry into the exponent, up to infinity, as rounding should.
            half = magnitude - REBIAS + 0xFFF + (magnitude >>> 13 & 1) >>> 13;
        } else {
            half = magnitude > INFINITY ? 0x7E00 : 0x7C00;
        }
        return (short) (sign | half);
    }

    static float toFloat(short half) {
        int sign = (half & 0x8000) << 16;
        int magnitude = (half & 0x7FFF) << 13;
        // 2^112 moves the exponent from the half's bias to the float's, subnormals included.
        int bits = Float.floatToRawIntBits(Float.intBitsToFloat(magnitude) * 0x1p112f);
        if (magnitude >= 0x7C00 << 13) {
            bits |= INFINITY;
        }
        return Float.intBitsToFloat(sign | bits);
    }
}
