package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

class Float32Test extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Float32();
    }

    @Override
    protected double allowedError(float value, float[] all) {
        return 0;
    }

    @Override
    protected boolean carriesNonFinite() {
        return true;
    }
}
