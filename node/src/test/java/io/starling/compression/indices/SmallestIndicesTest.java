package io.starling.compression.indices;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.compression.IndexCodec;
import io.starling.compression.IndexCodecKit;
import io.starling.compression.Output;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SmallestIndicesTest extends IndexCodecKit {
    @Override
    protected IndexCodec codec() {
        return new SmallestIndices();
    }

    @Property(tries = 300)
    void isAByteMoreThanTheSmallestOfAll(@ForAll @Size(max = 100) Set<@IntRange(max = 9000) Integer> set) {
        int[] indices = new TreeSet<>(set).stream().mapToInt(i -> i).toArray();
        int smallest = Integer.MAX_VALUE;
        for (IndexCodec codec : new IndexCodec[] {new RawIndices(), new DeltaVarint(), new Bitmap(), new EliasGamma()}) {
            Output out = new Output();
            codec.encode(indices, indices.length, 9001, out);
            smallest = Math.min(smallest, out.size());
        }
        assertThat(encoded(indices, 9001)).hasSize(smallest + 1);
    }
}
