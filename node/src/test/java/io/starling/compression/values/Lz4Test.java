package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

class Lz4Test extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Lz4();
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
