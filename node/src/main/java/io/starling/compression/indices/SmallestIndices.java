package io.starling.compression.indices;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.config.Settings;

/**
 * Elias' gamma code, varints or a bitmap, whichever is smallest for the indices at hand; a byte in front says which.
 *
 * <p>Roughly: a bitmap for more than a fifth of all indices, gamma down to a fiftieth, varints below. Raw indices would win for
 * gaps of more than 2^28 only.
 */
public final class SmallestIndices implements IndexCodec, IndexCodec.Factory {
    private static final int GAMMA = 0;
    private static final int BITMAP = 1;
    private static final int VARINT = 2;
    private static final IndexCodec[] CODECS = {new EliasGamma(), new Bitmap(), new DeltaVarint()};

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String doc() {
        return "elias-gamma, bitmap or delta-varint, whichever is smallest for the message at hand.";
    }

    @Override
    public IndexCodec create(Settings settings) {
        return this;
    }

    @Override
    public void encode(int[] indices, int count, int bound, Output out) {
        int smallest = smallest(indices, count, bound);
        out.writeByte(smallest);
        CODECS[smallest].encode(indices, count, bound, out);
    }

    private static int smallest(int[] indices, int count, int bound) {
        int gamma = EliasGamma.encodedBytes(indices, count);
        int bitmap = Bitmap.encodedBytes(bound);
        int varint = DeltaVarint.encodedBytes(indices, count);
        if (bitmap < Math.min(gamma, varint)) {
            return BITMAP;
        }
        return varint < gamma ? VARINT : GAMMA;
    }

    @Override
    public void decode(Input in, int count, int bound, int[] indices) throws CorruptData {
        int which = in.readByte();
        if (which >= CODECS.length) {
            throw new CorruptData("there is no encoding of indices with the number " + which);
        }
        CODECS[which].decode(in, count, bound, indices);
    }
}
