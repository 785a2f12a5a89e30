package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Settings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The floats as they are, four bytes each, little-endian. */
public final class Float32 implements ValueCodec, ValueCodec.Factory {
    @Override
    public String name() {
        return "f32";
    }

    @Override
    public String doc() {
        return "As they are, four bytes each.";
    }

    @Override
    public ValueCodec create(Settings settings) {
        return this;
    }

    @Override
    public boolean isLossless() {
        return true;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        int length = Math.multiplyExact(4, count);
        byte[] bytes = out.room(length);
        ByteBuffer.wrap(bytes, out.size(), length).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, 0, count);
        out.wrote(length);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require(4L * count);
        ByteBuffer.wrap(in.bytes(), in.position(), 4 * count).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values, 0, count);
        in.skip(4 * count);
    }
}
