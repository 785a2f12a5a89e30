package io.starling.compression.indices;

import io.starling.compression.IndexCodec;
import io.starling.compression.IndexCodecKit;

class RawIndicesTest extends IndexCodecKit {
    @Override
    protected IndexCodec codec() {
        return new RawIndices();
    }
}
