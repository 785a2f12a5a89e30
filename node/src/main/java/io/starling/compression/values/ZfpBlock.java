package io.starling.compression.values;

import io.starling.compression.BitReader;
import io.starling.compression.BitWriter;
import io.starling.compression.CorruptData;

/**
 * Four floats as integers of one scale, decorrelated and cut into bit planes: what zfp's modes have in common in one dimension.
 *
 * <p>Of a plane's four bits, those of coefficients already known to be significant are sent as they are; the rest by group
 * tests: "is any left?" 1, then its bits up to the next one set, and so on until the answer is 0. In one dimension a plane has
 * 16 values and at most 4 coefficients are significant, so both ways are a table: a plane is one look-up.
 *
 * @see <a href="https://doi.org/10.1109/TVCG.2014.2346458">Lindstrom: Fixed-rate compressed floating-point arrays, IEEE TVCG 2014</a>
 */
final class ZfpBlock {
    private static final int SIZE = 4;
    /** Fraction bits of the integers; two bits above remain for the transform. */
    private static final int FRACTION_BITS = 30;
    private static final int NEGABINARY = 0xAAAAAAAA;
    private static final int LOWEST_EXPONENT = -126;
    static final int LONGEST_PLANE_BITS = 7;

    /** By significant · 16 + plane: code · 256 + length · 16 + significant afterwards. */
    private static final short[] ENCODE = new short[(SIZE + 1) * 16];
    /** By significant · 128 + next 7 bits: plane · 256 + length · 16 + significant afterwards. */
    private static final short[] DECODE = new short[(SIZE + 1) * 128];

    static {
        for (int significant = 0; significant <= SIZE; significant++) {
            for (int plane = 0; plane < 16; plane++) {
                tabulate(significant, plane);
            }
        }
    }

    private ZfpBlock() {
    }

    private static void tabulate(int significant, int plane) {
        int code = 0;
        int length = 0;
        int n = 0;
        for (; n < significant; n++) {
            code = code << 1 | plane >>> n & 1;
            length++;
        }
        while (n < SIZE) {
            boolean any = plane >>> n != 0;
            code = code << 1 | (any ? 1 : 0);
            length++;
            if (!any) {
                break;
            }
            boolean found = false;
            while (!found && n < SIZE - 1) {
                found = (plane >>> n & 1) != 0;
                code = code << 1 | (found ? 1 : 0);
                length++;
                n++;
            }
            if (!found) {
                // Only the last one is left, so it must be the one.
                n = SIZE;
            }
        }
        ENCODE[significant * 16 + plane] = (short) (code << 8 | length << 4 | n);
        int spare = LONGEST_PLANE_BITS - length;
        for (int rest = 0; rest < 1 << spare; rest++) {
            DECODE[significant * 128 + (code << spare | rest)] = (short) (plane << 8 | length << 4 | n);
        }
    }

    /** The smallest e such that all four are below 2^e in magnitude; 129 for infinities and NaN. */
    static int exponent(float a, float b, float c, float d) {
        int largest = Math.max(Math.max(magnitude(a), magnitude(b)), Math.max(magnitude(c), magnitude(d)));
        return Math.max((largest >>> 23) - 126, LOWEST_EXPONENT);
    }

    private static int magnitude(float value) {
        return Float.floatToRawIntBits(value) & 0x7FFFFFFF;
    }

    /** Writes so many planes, the highest, of four floats below 2^exponent, rounded. */
    static void encode(float a, float b, float c, float d, int exponent, int planes, BitWriter bits) {
        encode(a, b, c, d, exponent, planes, rounding(planes), Integer.MAX_VALUE, bits);
    }

    /**
     * Writes at most so many planes, the highest, as long as they fit into so many bits.
     *
     * @return how many of the bits were not used
     */
    static int encodeWithin(float a, float b, float c, float d, int exponent, int planes, int budget, BitWriter bits) {
        return encode(a, b, c, d, exponent, planes, 0, budget, bits);
    }

    private static int encode(float a, float b, float c, float d, int exponent, int planes, int rounding, int budget, BitWriter bits) {
        double scale = powerOfTwo(FRACTION_BITS - exponent);
        int x = (int) (a * scale);
        int y = (int) (b * scale);
        int z = (int) (c * scale);
        int w = (int) (d * scale);
        // Forward transform: an orthogonal-like lifting with the matrix [4 4 4 4; 5 1 -1 -5; -4 4 4 -4; -2 6 -6 2] / 16.
        x += w;
        x >>= 1;
        w -= x;
        z += y;
        z >>= 1;
        y -= z;
        x += z;
        x >>= 1;
        z -= x;
        w += y;
        w >>= 1;
        y -= w;
        w += y >> 1;
        y -= w >> 1;
        int offset = NEGABINARY + rounding;
        x = (x + offset) ^ NEGABINARY;
        y = (y + offset) ^ NEGABINARY;
        z = (z + offset) ^ NEGABINARY;
        w = (w + offset) ^ NEGABINARY;
        int significant = 0;
        int left = budget;
        for (int k = 31; k > 31 - planes; k--) {
            int plane = x >>> k & 1 | (y >>> k & 1) << 1 | (z >>> k & 1) << 2 | (w >>> k & 1) << 3;
            int entry = ENCODE[significant << 4 | plane];
            int length = entry >>> 4 & 15;
            if (length > left) {
                break;
            }
            left -= length;
            bits.write(entry >>> 8, length);
            significant = entry & 15;
        }
        return left;
    }

    /**
     * What makes cutting off below a plane rounding to nearest. The planes left out of a negabinary number are worth −2/3 to 1/3 of
     * the lowest one kept, or −1/3 to 2/3, in turn; so it is a sixth of that, up or down.
     */
    private static int rounding(int planes) {
        int sixth = (1 << 32 - planes) / 6;
        return planes % 2 == 0 ? -sixth : sixth;
    }

    static void decode(BitReader bits, int exponent, int planes, float[] values, int at) throws CorruptData {
        decodeWithin(bits, exponent, planes, Integer.MAX_VALUE, values, at);
    }

    /**
     * Reads what {@link #encodeWithin} wrote into so many bits, the rest of which is zeros.
     *
     * @return how many of the bits were not read
     */
    static int decodeWithin(BitReader bits, int exponent, int planes, int budget, float[] values, int at) throws CorruptData {
        int x = 0;
        int y = 0;
        int z = 0;
        int w = 0;
        int significant = 0;
        int k = 31;
        int last = 31 - planes;
        int left = budget;
        while (k > last) {
            if (bits.isBeyondEnd()) {
                throw new CorruptData("cut short in the block of value " + at);
            }
            // Eight planes of at most seven bits are in what one look gives.
            long next = bits.peek();
            int used = 0;
            for (int stop = Math.max(last, k - 8); k > stop; k--) {
                int entry = DECODE[significant << 7 | (int) (next >>> 64 - LONGEST_PLANE_BITS)];
                int length = entry >>> 4 & 15;
                if (length > left) {
                    last = k;
                    break;
                }
                left -= length;
                next <<= length;
                used += length;
                significant = entry & 15;
                int plane = entry >>> 8;
                x |= (plane & 1) << k;
                y |= (plane >>> 1 & 1) << k;
                z |= (plane >>> 2 & 1) << k;
                w |= (plane >>> 3) << k;
            }
            bits.skip(used);
        }
        inverse(x, y, z, w, exponent, values, at);
        return left;
    }

    private static void inverse(int a, int b, int c, int d, int exponent, float[] values, int at) {
        int x = (a ^ NEGABINARY) - NEGABINARY;
        int y = (b ^ NEGABINARY) - NEGABINARY;
        int z = (c ^ NEGABINARY) - NEGABINARY;
        int w = (d ^ NEGABINARY) - NEGABINARY;
        y += w >> 1;
        w -= y >> 1;
        y += w;
        w <<= 1;
        w -= y;
        z += x;
        x <<= 1;
        x -= z;
        y += z;
        z <<= 1;
        z -= y;
        w += x;
        x <<= 1;
        x -= w;
        double scale = powerOfTwo(exponent - FRACTION_BITS);
        values[at] = (float) (x * scale);
        values[at + 1] = (float) (y * scale);
        values[at + 2] = (float) (z * scale);
        values[at + 3] = (float) (w * scale);
    }

    private static double powerOfTwo(int exponent) {
        return Double.longBitsToDouble((long) (exponent + 1023) << 52);
    }
}
