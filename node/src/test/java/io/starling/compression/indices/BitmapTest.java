package io.starling.compression.indices;

import io.starling.compression.IndexCodec;
import io.starling.compression.IndexCodecKit;

class BitmapTest extends IndexCodecKit {
    @Override
    protected IndexCodec codec() {
        return new Bitmap();
    }
}
