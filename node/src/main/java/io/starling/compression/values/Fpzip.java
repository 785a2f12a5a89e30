package io.starling.compression.values;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.List;

/**
 * Predictive coding after fpzip, in one dimension: every float, as an integer of the same order and cut to a precision, is
 * predicted to be the one before; of the difference, sign and number of bits are range-coded, the bits below the highest sent as
 * they are.
 *
 * <p>With 32 bits of precision it is lossless, NaN and infinities included. With fewer, the lowest bits of the fraction are cut off;
 * below 9 + 1 bits a NaN could become an infinity, so there are no fewer.
 *
 * @see <a href="https://doi.org/10.1109/TVCG.2006.143">Lindstrom, Isenburg: Fast and efficient compression of floating-point data, IEEE
 *     TVCG 2006</a>
 */
public final class Fpzip implements ValueCodec {
    private static final int SYMBOL_BITS = 7;
    /** Symbols: 64 for no difference, 64 ± bits for others. */
    private static final int NO_DIFFERENCE = 64;

    private final int precision;

    Fpzip(int precision) {
        this.precision = precision;
    }

    @Override
    public boolean isLossless() {
        return precision == 32;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        if (count == 0) {
            return;
        }
        RangeCoder.Encoder encoder = new RangeCoder.Encoder(out);
        RangeCoder.Model model = new RangeCoder.Model(SYMBOL_BITS);
        long previous = ordered(0);
        for (int i = 0; i < count; i++) {
            long value = ordered(values[i]);
            long difference = value - previous;
            previous = value;
            int magnitude = (int) Math.abs(difference);
            int bits = 32 - Integer.numberOfLeadingZeros(magnitude);
            encoder.encode(model, difference < 0 ? NO_DIFFERENCE - bits : NO_DIFFERENCE + bits);
            if (bits > 1) {
                encoder.encodeRaw(magnitude, bits - 1);
            }
        }
        encoder.finish();
    }

    /** Larger floats give larger numbers; the lowest bits are cut off. */
    private long ordered(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            // What makes it a NaN must not be cut off.
            bits |= 0x00400000;
        }
        int kept = bits & -1 << 32 - precision;
        return (kept < 0 ? ~kept & -1 << 32 - precision : kept | Integer.MIN_VALUE) >>> 32 - precision & 0xFFFFFFFFL;
    }

    private float original(long ordered) {
        int kept = (int) ordered << 32 - precision;
        return Float.intBitsToFloat(kept < 0 ? kept & Integer.MAX_VALUE : ~kept & -1 << 32 - precision);
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        if (count == 0) {
            return;
        }
        RangeCoder.Decoder decoder = new RangeCoder.Decoder(in);
        RangeCoder.Model model = new RangeCoder.Model(SYMBOL_BITS);
        long previous = ordered(0);
        for (int i = 0; i < count; i++) {
            int symbol = decoder.decode(model) - NO_DIFFERENCE;
            int bits = Math.abs(symbol);
            if (bits > 32) {
                throw new CorruptData("value " + i + " differs in " + bits + " bits from the one before");
            }
            long magnitude = bits == 0 ? 0 : 1L << bits - 1 | decoder.decodeRaw(bits - 1) & 0xFFFFFFFFL;
            previous += symbol < 0 ? -magnitude : magnitude;
            if (previous >>> precision != 0) {
                throw new CorruptData("value " + i + " is no float");
            }
            values[i] = original(previous);
        }
    }

    /** Chosen by {@code compression.values = fpzip}. */
    public static final class Factory implements ValueCodec.Factory {
        static final Key<Integer> PRECISION = Key.integer("compression.precision").between(10, 32).orElse(32)
            .doc("Bits kept of every float, sign and exponent (9) included, with compression.values = fpzip; 32 is lossless.");

        @Override
        public String name() {
            return "fpzip";
        }

        @Override
        public String doc() {
            return "Predictive coding after fpzip: lossless, or limited to compression.precision bits.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(PRECISION);
        }

        @Override
        public ValueCodec create(Settings settings) {
            return new Fpzip(settings.get(PRECISION));
        }
    }
}
