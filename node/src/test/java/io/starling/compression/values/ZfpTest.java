package io.starling.compression.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;
import io.starling.random.KeyedRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ZfpTest extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Zfp(1e-3);
    }

    @Override
    protected double allowedError(float value, float[] all) {
        return 1e-3;
    }

    @Override
    protected boolean carriesNonFinite() {
        return true;
    }

    /** Whatever the magnitudes: any floats, any tolerance. */
    @Property(tries = 3000)
    void errorNeverExceedsTheTolerance(@ForAll @Size(max = 24) int[] bits, @ForAll @IntRange(min = -40, max = 10) int exponent, @ForAll @IntRange(max = 90) int spread)
            throws CorruptData {
        double tolerance = Math.scalb(1.37, exponent);
        float[] values = new float[bits.length];
        for (int i = 0; i < bits.length; i++) {
            // Magnitudes around the tolerance, up to 2^spread above it, where it is hardest to hold.
            values[i] = (float) (bits[i] * Math.scalb(tolerance, Math.floorMod(bits[i], spread + 1) - 40));
        }
        assertThat(worst(new Zfp(tolerance), values)).isLessThanOrEqualTo(tolerance);
    }

    @Property(tries = 1000)
    void errorOfAnyFloatsNeverExceedsTheTolerance(@ForAll @Size(max = 24) float[] values) throws CorruptData {
        assertThat(worst(new Zfp(1e-3), values)).isLessThanOrEqualTo(1e-3);
    }

    @Example
    void aMillionValuesOfEveryScaleStayWithinTheTolerance() throws CorruptData {
        KeyedRandom random = KeyedRandom.of(3, "zfp");
        float[] values = new float[1_000_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * Math.scalb(1.0, i / 25_000 - 20));
        }
        assertThat(worst(new Zfp(1e-3), values)).isLessThanOrEqualTo(1e-3);
    }

    /** What a tenth of a trained model's coefficients is like; 32 bits a value uncompressed. */
    @Example
    void takesLessThanTwelveBitsForValuesOfATenth() {
        KeyedRandom random = KeyedRandom.of(3, "zfp");
        float[] values = new float[10_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * 0.1);
        }
        assertThat(codec().cost(values, values.length, 0).bytes() * 8.0 / values.length).isLessThan(12);
    }

    private static double worst(ValueCodec codec, float[] values) throws CorruptData {
        Output out = new Output();
        codec.encode(values, values.length, 0, out);
        float[] back = new float[values.length];
        codec.decode(Input.copyOf(out.view()), values.length, back);
        double worst = 0;
        for (int i = 0; i < values.length; i++) {
            if (Float.compare(values[i], back[i]) != 0) {
                worst = Math.max(worst, Math.abs((double) values[i] - back[i]));
            }
        }
        return worst;
    }
}
