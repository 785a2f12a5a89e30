package io.starling.compression.values;

import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;

class Int8Test extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Int8();
    }

    @Override
    protected double allowedError(float value, float[] all) {
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (float v : all) {
            least = Math.min(least, v);
            most = Math.max(most, v);
        }
        return ((double) most - least) / 255 / 2 * 1.0001 + Math.ulp(Math.max(Math.abs(least), Math.abs(most)));
    }

    @Override
    protected boolean carriesNonFinite() {
        return false;
    }
}
