package io.starling.compression.indices;

import io.starling.compression.BitReader;
import io.starling.compression.BitWriter;
import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.config.Settings;

/**
 * Gaps between indices in Elias' gamma code: a gap g, from 1, is ⌊log2 g⌋ zeros and then g in binary.
 *
 * <p>The gap of the first index is index + 1: [1, 3, 4, 7] has the gaps [2, 2, 1, 3]. A tenth of all indices, at random, takes
 * 5.7 bits an index.
 *
 * @see <a href="https://doi.org/10.1109/TIT.1975.1055349">Elias: Universal codeword sets and representations of the integers,
 *     IEEE Transactions on Information Theory 1975</a>
 */
public final class EliasGamma implements IndexCodec, IndexCodec.Factory {
    /** Codes of gaps below this are written, and below 2^28 read, in one piece. */
    private static final int SHORT = 1 << 16;
    private static final int LONGEST_ZEROS = 30;
    private static final int ZEROS_IN_ONE_PEEK = 28;

    @Override
    public String name() {
        return "elias-gamma";
    }

    @Override
    public String doc() {
        return "Gaps between indices in Elias' gamma code.";
    }

    @Override
    public IndexCodec create(Settings settings) {
        return this;
    }

    @Override
    public void encode(int[] indices, int count, int bound, Output out) {
        BitWriter bits = new BitWriter(out.room(encodedBytes(indices, count) + BitWriter.SLACK), out.size());
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int gap = indices[i] - previous;
            previous = indices[i];
            int zeros = 31 - Integer.numberOfLeadingZeros(gap);
            if (gap < SHORT) {
                bits.write(gap, 2 * zeros + 1);
            } else {
                bits.write(0, zeros);
                bits.write(gap, zeros + 1);
            }
        }
        out.wrote(bits.finish() - out.size());
    }

    static int encodedBytes(int[] indices, int count) {
        long bits = 0;
        int previous = -1;
        for (int i = 0; i < count; i++) {
            bits += 63 - 2 * Integer.numberOfLeadingZeros(indices[i] - previous);
            previous = indices[i];
        }
        return Math.toIntExact(bits + 7 >>> 3);
    }

    @Override
    public void decode(Input in, int count, int bound, int[] indices) throws CorruptData {
        BitReader bits = new BitReader(in);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            long next = bits.peek();
            int zeros = Long.numberOfLeadingZeros(next);
            int gap;
            if (zeros <= ZEROS_IN_ONE_PEEK) {
                gap = (int) (next >>> 63 - 2 * zeros);
                bits.skip(2 * zeros + 1);
            } else if (zeros <= LONGEST_ZEROS) {
                bits.skip(zeros);
                gap = (int) bits.read(zeros + 1);
            } else {
                throw new CorruptData("gap " + i + " of " + count + " has more than 31 bits");
            }
            if (gap > bound - 1 - previous || bits.isBeyondEnd()) {
                throw new CorruptData("index " + i + " of " + count + " is not below " + bound + ", or cut short");
            }
            previous += gap;
            indices[i] = previous;
        }
        bits.finish();
    }
}
