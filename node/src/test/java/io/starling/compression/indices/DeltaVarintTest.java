package io.starling.compression.indices;

import io.starling.compression.IndexCodec;
import io.starling.compression.IndexCodecKit;

class DeltaVarintTest extends IndexCodecKit {
    @Override
    protected IndexCodec codec() {
        return new DeltaVarint();
    }
}
