package io.starling.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What every codec of values is held to. */
public abstract class ValueCodecKit {
    private static final long KEY = 42;

    protected abstract ValueCodec codec();

    /** How far a value may be from what comes back, given all values of the message. */
    protected abstract double allowedError(float value, float[] all);

    /** Whether NaN and infinities come back; else they are refused by name. */
    protected abstract boolean carriesNonFinite();

    protected final byte[] encoded(float[] values) {
        Output out = new Output();
        codec().encode(values, values.length, KEY, out);
        byte[] bytes = new byte[out.size()];
        out.view().get(bytes);
        return bytes;
    }

    protected final float[] decoded(byte[] bytes, int count) throws CorruptData {
        Input in = Input.copyOf(ByteBuffer.wrap(bytes));
        float[] values = new float[count];
        codec().decode(in, count, values);
        in.requireEnd();
        return values;
    }

    /** Models' values: mostly small, some zero, a few large. */
    @Provide
    protected Arbitrary<float[]> values() {
        Arbitrary<Float> value = Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, Arbitraries.floats().between(-0.2f, 0.2f).ofScale(9)),
            net.jqwik.api.Tuple.of(1, Arbitraries.just(0f)),
            net.jqwik.api.Tuple.of(2, Arbitraries.floats().between(-300, 300).ofScale(4)),
            net.jqwik.api.Tuple.of(1, Arbitraries.floats().between(-1e-6f, 1e-6f).ofScale(12)));
        return value.array(float[].class).ofMinSize(0).ofMaxSize(150);
    }

    @Property(tries = 400)
    void staysWithinItsError(@ForAll("values") float[] values) throws CorruptData {
        float[] back = decoded(encoded(values), values.length);
        for (int i = 0; i < values.length; i++) {
            if (codec().isLossless()) {
                assertThat(Float.floatToRawIntBits(back[i])).isEqualTo(Float.floatToRawIntBits(values[i]));
            }
            assertThat(Math.abs((double) back[i] - values[i])).as(values[i] + " became " + back[i]).isLessThanOrEqualTo(allowedError(values[i], values));
        }
        assertThat(codec().cost(values, values.length, KEY).bytes()).isEqualTo(encoded(values).length);
    }

    @Property(tries = 100)
    void constantVectorsComeBack(@ForAll @IntRange(max = 40) int count) throws CorruptData {
        float[] values = new float[count];
        Arrays.fill(values, 0.25f);
        for (float back : decoded(encoded(values), count)) {
            assertThat((double) back).isCloseTo(0.25, org.assertj.core.api.Assertions.within(allowedError(0.25f, values)));
        }
    }

    @Example
    void nonFiniteValuesComeBackOrAreRefusedByName() throws CorruptData {
        float[] values = {1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0.5f};
        if (carriesNonFinite()) {
            float[] back = decoded(encoded(values), values.length);
            assertThat(back[1]).isNaN();
            assertThat(back[2]).isEqualTo(Float.POSITIVE_INFINITY);
            assertThat(back[3]).isEqualTo(Float.NEGATIVE_INFINITY);
        } else {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> encoded(values)).isInstanceOf(ValueCodec.UnsupportedValue.class).hasMessageContaining("NaN");
        }
    }

    @Property(tries = 2000)
    void anyBytesAreValuesOrRefused(@ForAll @Size(max = 100) byte[] bytes, @ForAll @IntRange(max = 60) int count) {
        decodeHostile(bytes, count);
    }

    @Property(tries = 1000)
    void flippedAndCutBytesAreValuesOrRefused(@ForAll("values") float[] values, @ForAll @IntRange(max = 5000) int bit, @ForAll @IntRange(max = 10) int cut) {
        byte[] bytes = encoded(values);
        if (bytes.length > 0) {
            bytes[bit / 8 % bytes.length] ^= (byte) (1 << bit % 8);
        }
        decodeHostile(Arrays.copyOf(bytes, Math.max(0, bytes.length - cut)), values.length);
    }

    @Example
    void tooFewBytesForTheCountAreRefused() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> decoded(new byte[0], 1_000_000)).isInstanceOf(CorruptData.class);
    }

    private void decodeHostile(byte[] bytes, int count) {
        try {
            codec().decode(Input.copyOf(ByteBuffer.wrap(bytes)), count, new float[count]);
        } catch (CorruptData refused) {
            // As it should be.
        }
    }
}
