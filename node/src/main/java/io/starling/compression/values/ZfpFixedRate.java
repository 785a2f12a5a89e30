package io.starling.compression.values;

import io.starling.compression.BitReader;
import io.starling.compression.BitWriter;
import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.List;

/**
 * So many bits for every four floats, whatever they are: zfp's fixed-rate mode in one dimension.
 *
 * <p>A block is its largest exponent (8 bits) and as many whole bit planes, the highest first, as the rest has room for. The error is in
 * proportion to the largest of the four. NaN and infinities are refused.
 *
 * @see <a href="https://doi.org/10.1109/TVCG.2014.2346458">Lindstrom: Fixed-rate compressed floating-point arrays, IEEE TVCG 2014</a>
 */
public final class ZfpFixedRate implements ValueCodec {
    private static final int EXPONENT_BITS = 8;
    private static final int BIAS = 127;
    private static final int MOST_PLANES = 30;

    private final int blockBits;

    ZfpFixedRate(double bitsPerValue) {
        blockBits = (int) Math.round(4 * bitsPerValue);
    }

    @Override
    public boolean isLossless() {
        return false;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        long bytes = bytes(count);
        BitWriter bits = new BitWriter(out.room(Math.toIntExact(bytes + BitWriter.SLACK)), out.size());
        for (int i = 0; i < count; i += 4) {
            float last = values[count - 1];
            encode(values[i], i + 1 < count ? values[i + 1] : last, i + 2 < count ? values[i + 2] : last, i + 3 < count ? values[i + 3] : last, i, bits);
        }
        out.wrote(bits.finish() - out.size());
    }

    private long bytes(int count) {
        return ((count + 3L >>> 2) * blockBits + 7) >>> 3;
    }

    private void encode(float a, float b, float c, float d, int at, BitWriter bits) {
        int exponent = ZfpBlock.exponent(a, b, c, d);
        if (exponent > 128) {
            throw new UnsupportedValue("zfp-rate", !Float.isFinite(a) ? a : !Float.isFinite(b) ? b : !Float.isFinite(c) ? c : d, at);
        }
        bits.write(exponent + BIAS, EXPONENT_BITS);
        int unused = ZfpBlock.encodeWithin(a, b, c, d, exponent, MOST_PLANES, blockBits - EXPONENT_BITS, bits);
        for (; unused > 0; unused -= 32) {
            bits.write(0, Math.min(32, unused));
        }
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require(bytes(count));
        BitReader bits = new BitReader(in);
        float[] block = new float[4];
        for (int i = 0; i < count; i += 4) {
            int exponent = (int) bits.read(EXPONENT_BITS) - BIAS;
            int unused = ZfpBlock.decodeWithin(bits, exponent, MOST_PLANES, blockBits - EXPONENT_BITS, block, 0);
            bits.skip(unused);
            System.arraycopy(block, 0, values, i, Math.min(4, count - i));
        }
        bits.finish();
    }

    /** Chosen by {@code compression.values = zfp-rate}. */
    public static final class Factory implements ValueCodec.Factory {
        static final Key<Double> RATE = Key.number("compression.bits-per-value").between(3, 34).orElse(12.0)
            .doc("Bits a value takes with compression.values = zfp-rate; in quarters.");

        @Override
        public String name() {
            return "zfp-rate";
        }

        @Override
        public String doc() {
            return "zfp, fixed rate: every value takes compression.bits-per-value.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(RATE);
        }

        @Override
        public ValueCodec create(Settings settings) {
            return new ZfpFixedRate(settings.get(RATE));
        }
    }
}
