package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import java.util.Arrays;

/**
 * Codes bits by how likely they are: a binary range coder, as in LZMA, with probabilities of 11 bits that follow the data.
 *
 * @see <a href="https://www.7-zip.org/sdk.html">LZMA specification; after Martin: Range encoding, Video and Data Recording 1979</a>
 */
final class RangeCoder {
    private static final int PROBABILITY_BITS = 11;
    private static final int RATE = 5;
    private static final int TOP = 1 << 24;
    private static final int FLUSHED_BYTES = 5;

    private RangeCoder() {
    }

    /** Symbols of so many bits, each with a probability of its own that follows what was seen. */
    static final class Model {
        private final int bits;
        private final short[] probabilities;

        Model(int bits) {
            this.bits = bits;
            probabilities = new short[1 << bits];
            Arrays.fill(probabilities, (short) (1 << PROBABILITY_BITS - 1));
        }
    }

    static final class Encoder {
        private final Output out;
        private long low;
        private int range = -1;
        private int cache;
        private long cached = 1;

        Encoder(Output out) {
            this.out = out;
        }

        void encode(Model model, int symbol) {
            int node = 1;
            for (int shift = model.bits - 1; shift >= 0; shift--) {
                int bit = symbol >>> shift & 1;
                int probability = model.probabilities[node];
                int bound = (range >>> PROBABILITY_BITS) * probability;
                if (bit == 0) {
                    range = bound;
                    model.probabilities[node] += (short) ((1 << PROBABILITY_BITS) - probability >> RATE);
                } else {
                    low += bound & 0xFFFFFFFFL;
                    range -= bound;
                    model.probabilities[node] -= (short) (probability >> RATE);
                }
                normalise();
                node = node << 1 | bit;
            }
        }

        /** Bits that are as likely 0 as 1. */
        void encodeRaw(int value, int bits) {
            for (int shift = bits - 1; shift >= 0; shift--) {
                range >>>= 1;
                if ((value >>> shift & 1) != 0) {
                    low += range & 0xFFFFFFFFL;
                }
                normalise();
            }
        }

        private void normalise() {
            while (Integer.compareUnsigned(range, TOP) < 0) {
                range <<= 8;
                shiftLow();
            }
        }

        /** Writes the top byte of low, once it is known whether a carry still changes those before. */
        private void shiftLow() {
            if (low < 0xFF000000L || low > 0xFFFFFFFFL) {
                int carry = (int) (low >>> 32);
                int next = cache;
                do {
                    out.writeByte(next + carry);
                    next = 0xFF;
                } while (--cached != 0);
                cache = (int) (low >>> 24) & 0xFF;
            }
            cached++;
            low = (low & 0x00FFFFFFL) << 8;
        }

        void finish() {
            for (int i = 0; i < FLUSHED_BYTES; i++) {
                shiftLow();
            }
        }
    }

    static final class Decoder {
        private final Input in;
        private int range = -1;
        private int code;

        Decoder(Input in) throws CorruptData {
            this.in = in;
            if (in.readByte() != 0) {
                throw new CorruptData("not the beginning of range-coded bytes");
            }
            for (int i = 1; i < FLUSHED_BYTES; i++) {
                code = code << 8 | in.readByte();
            }
        }

        int decode(Model model) throws CorruptData {
            int node = 1;
            while (node < 1 << model.bits) {
                int probability = model.probabilities[node];
                int bound = (range >>> PROBABILITY_BITS) * probability;
                if (Integer.compareUnsigned(code, bound) < 0) {
                    range = bound;
                    model.probabilities[node] += (short) ((1 << PROBABILITY_BITS) - probability >> RATE);
                    node <<= 1;
                } else {
                    code -= bound;
                    range -= bound;
                    model.probabilities[node] -= (short) (probability >> RATE);
                    node = node << 1 | 1;
                }
                normalise();
            }
            return node - (1 << model.bits);
        }

        int decodeRaw(int bits) throws CorruptData {
            int value = 0;
            for (int i = 0; i < bits; i++) {
                range >>>= 1;
                int bit = Integer.compareUnsigned(code, range) >= 0 ? 1 : 0;
                code -= range & -bit;
                value = value << 1 | bit;
                normalise();
            }
            return value;
        }

        private void normalise() throws CorruptData {
            while (Integer.compareUnsigned(range, TOP) < 0) {
                if (range == 0) {
                    throw new CorruptData("no range-coded bytes");
                }
                range <<= 8;
                code = code << 8 | in.readByte();
            }
        }
    }
}
