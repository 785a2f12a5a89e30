package io.starling.compression.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ZfpFixedRateTest extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new ZfpFixedRate(16);
    }

    /** 56 bits for the planes of a block: at least 11 planes, and each is worth half of the one above. */
    @Override
    protected double allowedError(float value, float[] all) {
        float most = 0;
        for (float v : all) {
            most = Math.max(most, Math.abs(v));
        }
        return most * 0x1p-6 + 1e-40;
    }

    @Override
    protected boolean carriesNonFinite() {
        return false;
    }

    @Property(tries = 200)
    void takesTheBitsItSays(@ForAll("values") float[] values) {
        assertThat(encoded(values)).hasSize((values.length + 3) / 4 * 8);
    }
}
