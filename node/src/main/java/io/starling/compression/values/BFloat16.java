package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Settings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The upper half of a float, rounded to nearest even: every float's range, relative error at most 2^-8. NaN stays NaN. */
public final class BFloat16 implements ValueCodec, ValueCodec.Factory {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    public String name() {
        return "bf16";
    }

    @Override
    public String doc() {
        return "The upper half of every float: relative error 2^-8, any magnitude.";
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
            SHORT.set(bytes, from + 2 * i, round(values[i]));
        }
        out.wrote(length);
    }

    private static short round(float value) {
        int bits = Float.floatToRawIntBits(value);
        boolean nan = (bits & 0x7FFFFFFF) > 0x7F800000;
        return (short) (nan ? bits >>> 16 | 0x40 : bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require(2L * count);
        byte[] bytes = in.bytes();
        int from = in.position();
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat((short) SHORT.get(bytes, from + 2 * i) << 16);
        }
        in.skip(2 * count);
    }
}
