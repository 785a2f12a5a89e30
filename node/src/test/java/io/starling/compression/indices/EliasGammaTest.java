package io.starling.compression.indices;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.IndexCodecKit;
import io.starling.compression.Input;
import io.starling.compression.Output;
import net.jqwik.api.Example;

class EliasGammaTest extends IndexCodecKit {
    @Override
    protected IndexCodec codec() {
        return new EliasGamma();
    }

    /** The thesis' example: the gaps of [1, 3, 4, 7] are [2, 2, 1, 3], in gamma code 010 010 1 011. */
    @Example
    void writesTheThesisExample() {
        assertThat(encoded(new int[] {1, 3, 4, 7}, 8)).containsExactly(0b01001010, (byte) 0b11000000);
    }

    @Example
    void writesGapsOfAnyLength() throws CorruptData {
        int[] indices = {65_533, 65_534, 131_070, 1 << 20, 1 << 29, (1 << 30) + 5, Integer.MAX_VALUE - 1};
        Output out = new Output();
        codec().encode(indices, indices.length, Integer.MAX_VALUE, out);
        int[] decoded = new int[indices.length];
        codec().decode(Input.copyOf(out.view()), indices.length, Integer.MAX_VALUE, decoded);
        assertThat(decoded).isEqualTo(indices);
    }
}
