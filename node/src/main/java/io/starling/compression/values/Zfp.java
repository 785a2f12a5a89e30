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
 * Floats with an absolute error of at most a tolerance, in blocks of four: zfp's fixed-accuracy mode in one dimension.
 *
 * <p>A block is scaled to integers by its largest exponent, decorrelated by {@link ZfpBlock#forward}, and sent bit plane by bit
 * plane, the highest first, rounded to where the planes left could not change a value by more than the tolerance. A block that needs
 * more precision than that gives (values beyond 2^19 times the tolerance, infinities, NaN) is sent as it is.
 *
 * <pre>
 * block: 0                          all four are less than the tolerance
 *        1 eeeeeeee planes…         largest exponent + 127, from 1
 *        1 00000000 4 × 32 bits     as they are
 * </pre>
 *
 * @see <a href="https://doi.org/10.1109/TVCG.2014.2346458">Lindstrom: Fixed-rate compressed floating-point arrays, IEEE TVCG 2014</a>
 */
public final class Zfp implements ValueCodec {
    private static final int RAW = 0;
    private static final int EXPONENT_BITS = 8;
    private static final int BIAS = 127;
    /**
     * The lowest plane kept is worth half of the tolerance's power of two. Rounding to it is off by at most a quarter, which the
     * transform's inverse turns into at most 15/4 of that, 15/16; the rest is enough for the rounding of integers and floats as
     * long as the exponents are this close. (zfp's own "tight error" mode does the same; without rounding it takes a plane more.)
     */
    private static final int EXPONENTS_ABOVE_TOLERANCE = 19;
    private static final int MORE_PLANES = 3;
    /** Worst case: the head, and 4 × 32 bits as they are or 22 planes of at most 7 bits. */
    private static final int BLOCK_BYTES = 22;

    private final int toleranceExponent;

    Zfp(double tolerance) {
        toleranceExponent = Math.getExponent(tolerance);
    }

    @Override
    public boolean isLossless() {
        return false;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        int blocks = count + 3 >>> 2;
        byte[] bytes = out.room(Math.addExact(Math.multiplyExact(blocks, BLOCK_BYTES), BitWriter.SLACK));
        BitWriter bits = new BitWriter(bytes, out.size());
        int full = count & ~3;
        for (int i = 0; i < full; i += 4) {
            encode(values[i], values[i + 1], values[i + 2], values[i + 3], bits);
        }
        if (full < count) {
            // The missing ones repeat the last, which costs least.
            float last = values[count - 1];
            encode(values[full], full + 1 < count ? values[full + 1] : last, full + 2 < count ? values[full + 2] : last, last, bits);
        }
        out.wrote(bits.finish() - out.size());
    }

    private void encode(float a, float b, float c, float d, BitWriter bits) {
        int exponent = ZfpBlock.exponent(a, b, c, d);
        int above = exponent - toleranceExponent;
        if (above > EXPONENTS_ABOVE_TOLERANCE || exponent > 127) {
            bits.write(1 << EXPONENT_BITS | RAW, 1 + EXPONENT_BITS);
            bits.write(Float.floatToRawIntBits(a) & 0xFFFFFFFFL, 32);
            bits.write(Float.floatToRawIntBits(b) & 0xFFFFFFFFL, 32);
            bits.write(Float.floatToRawIntBits(c) & 0xFFFFFFFFL, 32);
            bits.write(Float.floatToRawIntBits(d) & 0xFFFFFFFFL, 32);
        } else if (above <= 0) {
            bits.write(0, 1);
        } else {
            bits.write(1 << EXPONENT_BITS | exponent + BIAS, 1 + EXPONENT_BITS);
            ZfpBlock.encode(a, b, c, d, exponent, above + MORE_PLANES, bits);
        }
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require((count + 3 >>> 2) + 7 >>> 3);
        BitReader bits = new BitReader(in);
        int full = count & ~3;
        for (int i = 0; i < full; i += 4) {
            decode(bits, values, i);
        }
        if (full < count) {
            float[] last = new float[4];
            decode(bits, last, 0);
            System.arraycopy(last, 0, values, full, count - full);
        }
        bits.finish();
    }

    private void decode(BitReader bits, float[] values, int at) throws CorruptData {
        if (bits.isBeyondEnd()) {
            throw new CorruptData("cut short in the block of value " + at);
        }
        long next = bits.peek();
        if (next >= 0) {
            bits.skip(1);
            for (int i = at; i < at + 4; i++) {
                values[i] = 0;
            }
            return;
        }
        int head = (int) (next >>> 63 - EXPONENT_BITS) & (1 << EXPONENT_BITS) - 1;
        bits.skip(1 + EXPONENT_BITS);
        if (head == RAW) {
            decodeRaw(bits, values, at);
            return;
        }
        int above = head - BIAS - toleranceExponent;
        if (above <= 0 || above > EXPONENTS_ABOVE_TOLERANCE) {
            throw new CorruptData("the block of value " + at + " has the exponent " + (head - BIAS)
                + ", which does not go with the tolerance 2^" + toleranceExponent);
        }
        ZfpBlock.decode(bits, head - BIAS, above + MORE_PLANES, values, at);
    }

    private static void decodeRaw(BitReader bits, float[] values, int at) throws CorruptData {
        for (int i = at; i < at + 4; i++) {
            if (bits.isBeyondEnd()) {
                throw new CorruptData("cut short in the block of value " + at);
            }
            values[i] = Float.intBitsToFloat((int) bits.read(32));
        }
    }

    /** Chosen by {@code compression.values = zfp}. */
    public static final class Factory implements ValueCodec.Factory {
        static final Key<Double> TOLERANCE = Key.number("compression.tolerance").between(1e-30, 1e30).orElse(1e-3)
            .doc("The largest absolute error of a value with compression.values = zfp.");

        @Override
        public String name() {
            return "zfp";
        }

        @Override
        public String doc() {
            return "zfp, fixed accuracy: no value is off by more than compression.tolerance.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(TOLERANCE);
        }

        @Override
        public ValueCodec create(Settings settings) {
            return new Zfp(settings.get(TOLERANCE));
        }
    }
}
