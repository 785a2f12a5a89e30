package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

class Float16Test extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Float16();
    }

    @Override
    protected double allowedError(float value, float[] all) {
        return Math.max(Math.abs(value) * 0x1p-11, 0x1p-25);
    }

    @Override
    protected boolean carriesNonFinite() {
        return true;
    }
}
