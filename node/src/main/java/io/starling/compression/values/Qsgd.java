package io.starling.compression.values;

import io.starling.compression.BitReader;
import io.starling.compression.BitWriter;
import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * A few levels, rounded at random so that the mean is right: a value v in a bucket of norm ‖b‖ becomes ‖b‖ · sign(v) · l/s with
 * l/s next below or above |v|/‖b‖.
 *
 * <p>A bucket is its norm, then for each value l + 1 in Elias' gamma code and, unless l is 0, a sign bit; so small values, which are
 * many, take few bits. NaN and infinities are refused, as is a bucket whose norm is no finite float.
 *
 * @see <a href="https://proceedings.neurips.cc/paper/2017/hash/6c340f25839e6acdc73414517203f5f0-Abstract.html">Alistarh, Grubic, Li,
 *     Tomioka, Vojnovic: QSGD: communication-efficient SGD via gradient quantization and encoding, NIPS 2017</a>
 */
public final class Qsgd implements ValueCodec {
    private static final int NORM_BITS = 32;
    private static final int MAX_LEVELS = 1 << 14;

    private final int levels;
    private final int bucket;

    Qsgd(int levels, int bucket) {
        this.levels = levels;
        this.bucket = bucket;
    }

    @Override
    public boolean isLossless() {
        return false;
    }

    @Override
    public void encode(float[] values, int count, long key, Output out) {
        KeyedRandom random = KeyedRandom.of(key, "qsgd");
        int longestCode = 2 * widest() + 2;
        long mostBits = (long) longestCode * count + (long) NORM_BITS * (count / bucket + 1);
        BitWriter bits = new BitWriter(out.room(Math.toIntExact(mostBits / 8 + 1 + BitWriter.SLACK)), out.size());
        for (int from = 0; from < count; from += bucket) {
            int to = Math.min(count, from + bucket);
            float norm = norm(values, from, to);
            bits.write(Float.floatToRawIntBits(norm) & 0xFFFFFFFFL, NORM_BITS);
            double scale = norm > 0 ? levels / (double) norm : 0;
            for (int i = from; i < to; i++) {
                int level = Math.min(levels, (int) (Math.abs(values[i]) * scale + random.nextDouble()));
                if (level == 0) {
                    bits.write(1, 1);
                } else {
                    int width = 31 - Integer.numberOfLeadingZeros(level + 1);
                    bits.write((level + 1L) << 1 | (values[i] < 0 ? 1 : 0), 2 * width + 2);
                }
            }
        }
        out.wrote(bits.finish() - out.size());
    }

    /** ⌊log2⌋ of the largest number in gamma code. */
    private int widest() {
        return 31 - Integer.numberOfLeadingZeros(levels + 1);
    }

    private static float norm(float[] values, int from, int to) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            if (!Float.isFinite(values[i])) {
                throw new UnsupportedValue("qsgd", values[i], i);
            }
            squares += (double) values[i] * values[i];
        }
        float norm = (float) Math.sqrt(squares);
        if (!Float.isFinite(norm)) {
            throw new UnsupportedValue("qsgd", values[from], from);
        }
        return norm;
    }

    @Override
    public void decode(Input in, int count, float[] values) throws CorruptData {
        in.require(count + 7L >>> 3);
        BitReader bits = new BitReader(in);
        for (int from = 0; from < count; from += bucket) {
            if (bits.isBeyondEnd()) {
                throw new CorruptData("cut short in the bucket of value " + from);
            }
            float norm = Float.intBitsToFloat((int) bits.read(NORM_BITS));
            if (!(norm >= 0) || norm == Float.POSITIVE_INFINITY) {
                throw new CorruptData("the bucket of value " + from + " has the norm " + norm);
            }
            for (int i = from; i < Math.min(count, from + bucket); i++) {
                values[i] = value(bits, norm, i);
            }
        }
        bits.finish();
    }

    private float value(BitReader bits, float norm, int index) throws CorruptData {
        if (bits.isBeyondEnd()) {
            throw new CorruptData("cut short at value " + index);
        }
        long next = bits.peek();
        int width = Long.numberOfLeadingZeros(next);
        if (width > widest()) {
            throw new CorruptData("value " + index + " has too high a level");
        }
        int level = (int) (next >>> 63 - 2 * width) - 1;
        bits.skip(2 * width + 1);
        if (level == 0) {
            return 0;
        }
        float magnitude = (float) (norm * (double) level / levels);
        return bits.read(1) == 0 ? magnitude : -magnitude;
    }

    /** Chosen by {@code compression.values = qsgd}. */
    public static final class Factory implements ValueCodec.Factory {
        static final Key<Integer> LEVELS = Key.integer("compression.levels").between(1, MAX_LEVELS).orElse(127)
            .doc("Levels above zero of compression.values = qsgd.");
        static final Key<Integer> BUCKET = Key.integer("compression.bucket").between(1, 1 << 20).orElse(512)
            .doc("Values that share a norm with compression.values = qsgd.");

        @Override
        public String name() {
            return "qsgd";
        }

        @Override
        public String doc() {
            return "QSGD: a few levels, rounded at random so that the mean is right.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(LEVELS, BUCKET);
        }

        @Override
        public ValueCodec create(Settings settings) {
            return new Qsgd(settings.get(LEVELS), settings.get(BUCKET));
        }
    }
}
