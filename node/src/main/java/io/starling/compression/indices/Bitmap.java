package io.starling.compression.indices;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.config.Settings;
import java.util.Arrays;

/** One bit for every possible index; the smallest from about a fifth of all indices on. */
public final class Bitmap implements IndexCodec, IndexCodec.Factory {
    @Override
    public String name() {
        return "bitmap";
    }

    @Override
    public String doc() {
        return "One bit for every parameter.";
    }

    @Override
    public IndexCodec create(Settings settings) {
        return this;
    }

    static int encodedBytes(int bound) {
        return bound + 7 >>> 3;
    }

    @Override
    public void encode(int[] indices, int count, int bound, Output out) {
        int length = encodedBytes(bound);
        byte[] bytes = out.room(length);
        int from = out.size();
        Arrays.fill(bytes, from, from + length, (byte) 0);
        for (int i = 0; i < count; i++) {
            bytes[from + (indices[i] >>> 3)] |= (byte) (1 << (indices[i] & 7));
        }
        out.wrote(length);
    }

    @Override
    public void decode(Input in, int count, int bound, int[] indices) throws CorruptData {
        int length = encodedBytes(bound);
        in.require(length);
        byte[] bytes = in.bytes();
        int from = in.position();
        int found = 0;
        for (int b = 0; b < length; b++) {
            for (int rest = bytes[from + b] & 0xFF; rest != 0; rest &= rest - 1) {
                int index = 8 * b + Integer.numberOfTrailingZeros(rest);
                if (found == count || index >= bound) {
                    throw new CorruptData("more bits set than the " + count + " announced, or beyond " + bound);
                }
                indices[found++] = index;
            }
        }
        if (found != count) {
            throw new CorruptData(found + " bits set, " + count + " announced");
        }
        in.skip(length);
    }
}
