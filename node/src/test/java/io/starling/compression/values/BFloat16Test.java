package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

class BFloat16Test extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new BFloat16();
    }

    @Override
    protected double allowedError(float value, float[] all) {
        return Math.abs(value) * 0x1p-8 + 0x1p-140;
    }

    @Override
    protected boolean carriesNonFinite() {
        return true;
    }
}
