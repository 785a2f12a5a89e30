package io.starling.compression.indices;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.config.Settings;

/** Four bytes an index. */
public final class RawIndices implements IndexCodec, IndexCodec.Factory {
    @Override
    public String name() {
        return "raw";
    }

    @Override
    public String doc() {
        return "Four bytes an index.";
    }

    @Override
    public IndexCodec create(Settings settings) {
        return this;
    }

    @Override
    public void encode(int[] indices, int count, int bound, Output out) {
        out.room(4 * count);
        for (int i = 0; i < count; i++) {
            out.writeInt(indices[i]);
        }
    }

    @Override
    public void decode(Input in, int count, int bound, int[] indices) throws CorruptData {
        in.require(4L * count);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int index = in.readInt();
            if (index <= previous || index >= bound) {
                throw new CorruptData("index " + i + " of " + count + " is " + index + ", after " + previous + " and with the bound " + bound);
            }
            indices[i] = index;
            previous = index;
        }
    }
}
