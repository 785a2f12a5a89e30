package io.starling.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class GrowingSamplesTest {
    private static Samples bytes(int from, int count) {
        byte[] features = new byte[4 * count];
        float[] targets = new float[count];
        for (int i = 0; i < count; i++) {
            features[4 * i] = (byte) (from + i);
            targets[i] = i % 3;
        }
        return Samples.ofBytes(SampleShape.image(1, 2, 2, 3), features, new float[] {1}, new float[] {0}, targets);
    }

    private static Samples floats(int from, int count) {
        float[] features = new float[2 * count];
        for (int i = 0; i < count; i++) {
            features[2 * i] = from + i + 0.5f;
        }
        return Samples.ofFloats(SampleShape.vector(2, 0), features, new float[count]);
    }

    @Example
    void whatIsNewIsAddedOnceAndAsItWas() throws Exception {
        for (boolean asBytes : new boolean[] {true, false}) {
            GrowingSamples mine = new GrowingSamples(asBytes ? bytes(0, 5) : floats(0, 5), 100);
            GrowingSamples yours = new GrowingSamples(asBytes ? bytes(3, 6) : floats(3, 6), 100);
            ByteBuffer all = yours.draw(100, KeyedRandom.of(1, "test"));
            int fresh = asBytes ? mine.add(all) : mine.add(all);
            assertThat(mine.add(all.rewind())).isZero();
            assertThat(mine.all().count()).isEqualTo(5 + fresh);
            Batch batch = new Batch(16, asBytes ? 4 : 2);
            mine.all().fill(batch, 5, fresh);
            for (int i = 0; i < fresh; i++) {
                assertThat(batch.features[i * (asBytes ? 4 : 2)]).isGreaterThanOrEqualTo(3);
            }
        }
    }

    @Example
    void thereAreNeverMoreThanTheBound() throws Exception {
        GrowingSamples mine = new GrowingSamples(floats(0, 5), 8);
        assertThat(mine.add(new GrowingSamples(floats(50, 20), 100).draw(20, KeyedRandom.of(1, "test")))).isEqualTo(3);
        assertThat(mine.all().count()).isEqualTo(8);
    }

    @Example
    void aClassThatDoesNotExistIsRefused() {
        GrowingSamples mine = new GrowingSamples(bytes(0, 5), 8);
        ByteBuffer wrong = ByteBuffer.allocate(8).order(java.nio.ByteOrder.LITTLE_ENDIAN).putFloat(3).putInt(0).flip();
        assertThatThrownBy(() -> mine.add(wrong)).isInstanceOf(GrowingSamples.NotSamples.class).hasMessageContaining("3 classes");
    }

    @Property(tries = 500)
    void anyBytesAreSamplesOrRefused(@ForAll @Size(max = 64) byte[] bytes) {
        GrowingSamples mine = new GrowingSamples(bytes(0, 5), 8);
        try {
            mine.add(ByteBuffer.wrap(bytes));
        } catch (GrowingSamples.NotSamples refused) {
            assertThat(mine.all().count()).isEqualTo(5);
        }
        assertThat(mine.all().count()).isBetween(5, 8);
    }
}
