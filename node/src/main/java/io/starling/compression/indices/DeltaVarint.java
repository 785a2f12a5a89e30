package io.starling.compression.indices;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.config.Settings;

/** Gaps between indices, less one, in bytes of seven bits; fast, and good for sparse indices. */
public final class DeltaVarint implements IndexCodec, IndexCodec.Factory {
    @Override
    public String name() {
        return "delta-varint";
    }

    @Override
    public String doc() {
        return "Gaps between indices in bytes of seven bits each.";
    }

    @Override
    public IndexCodec create(Settings settings) {
        return this;
    }

    @Override
    public void encode(int[] indices, int count, int bound, Output out) {
        out.room(count);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            out.writeVarint(indices[i] - previous - 1);
            previous = indices[i];
        }
    }

    static int encodedBytes(int[] indices, int count) {
        int bytes = 0;
        int previous = -1;
        for (int i = 0; i < count; i++) {
            bytes += (38 - Integer.numberOfLeadingZeros(indices[i] - previous - 1 | 1)) / 7;
            previous = indices[i];
        }
        return bytes;
    }

    @Override
    public void decode(Input in, int count, int bound, int[] indices) throws CorruptData {
        in.require(count);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int skipped = in.readVarint();
            if (skipped >= bound - previous - 1) {
                throw new CorruptData("index " + i + " of " + count + " is not below " + bound);
            }
            previous += skipped + 1;
            indices[i] = previous;
        }
    }
}
