package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Settings;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * The floats as they are, compressed by LZ4, their highest bytes first, then their second bytes, and so on: sign and exponent
 * repeat, the fraction does not. Lossless.
 *
 * @see <a href="https://lz4.org">Collet: LZ4</a>
 */
public final class Lz4 implements ValueCodec, ValueCodec.Factory {
    @Override
    public String name() {
        return "lz4";
    }

    @Override
    public String doc() {
        return "LZ4 of the floats' bytes, the highest of all first; lossless.";
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
        byte[] planes = new byte[Math.multiplyExact(4, count)];
        for (int i = 0; i < count; i++) {
            int bits = Float.floatToRawIntBits(values[i]);
            planes[i] = (byte) (bits >>> 24);
            planes[count + i] = (byte) (bits >>> 16);
            planes[2 * count + i] = (byte) (bits >>> 8);
            planes[3 * count + i] = (byte) bits;
        }
        var compressor = LZ4Factory.fastestInstance().fastCompressor();
        byte[] compressed = new byte[compressor.maxCompressedLength(planes.length)];
        int length = compressor.compress(planes, 0, planes.length, compressed, 0);
        out.writeVarint(length);
        System.arraycopy(compressed, 0, out.room(length), out.size(), length);
        out.wrote(length);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        int length = in.readVarint();
        in.require(length);
        // LZ4 makes at most 255 bytes of one.
        if (4L * count > 255L * length) {
            throw new CorruptData(length + " bytes cannot be " + count + " values");
        }
        byte[] planes = new byte[4 * count];
        try {
            int decoded = LZ4Factory.fastestInstance().safeDecompressor().decompress(in.bytes(), in.position(), length, planes, 0, planes.length);
            if (decoded != planes.length) {
                throw new CorruptData(decoded + " bytes where " + planes.length + " are needed");
            }
        } catch (LZ4Exception e) {
            throw new CorruptData("LZ4: " + e.getMessage());
        }
        in.skip(length);
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(planes[i] << 24 | (planes[count + i] & 0xFF) << 16 | (planes[2 * count + i] & 0xFF) << 8
                | planes[3 * count + i] & 0xFF);
        }
    }
}
