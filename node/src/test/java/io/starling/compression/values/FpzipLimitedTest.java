package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

/** With 18 bits: sign, exponent, and 9 of the fraction. */
class FpzipLimitedTest extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Fpzip(18);
    }

    @Override
    protected double allowedError(float value, float[] all) {
        return Math.abs(value) * 0x1p-9 + 0x1p-130;
    }

    @Override
    protected boolean carriesNonFinite() {
        return true;
    }
}
