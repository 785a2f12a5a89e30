package io.starling.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What every codec of indices is held to. */
public abstract class IndexCodecKit {
    protected abstract IndexCodec codec();

    protected final byte[] encoded(int[] indices, int bound) {
        Output out = new Output();
        codec().encode(indices, indices.length, bound, out);
        byte[] bytes = new byte[out.size()];
        out.view().get(bytes);
        return bytes;
    }

    @Property(tries = 300)
    void bringsBackWhatWasWritten(@ForAll @Size(max = 200) Set<@IntRange(max = 5000) Integer> set, @ForAll @IntRange(max = 3) int spare)
            throws CorruptData {
        int[] indices = new TreeSet<>(set).stream().mapToInt(i -> i).toArray();
        roundTrip(indices, (indices.length == 0 ? 0 : indices[indices.length - 1] + 1) + spare);
    }

    @Example
    void bringsBackTheExtremes() throws CorruptData {
        roundTrip(new int[0], 0);
        roundTrip(new int[] {0}, 1);
        roundTrip(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8}, 9);
        roundTrip(new int[] {1 << 22, (1 << 22) + 1}, (1 << 22) + 2);
    }

    /** Two codecs' bytes one after the other: the first must stop where it ended. */
    private void roundTrip(int[] indices, int bound) throws CorruptData {
        byte[] bytes = encoded(indices, bound);
        ByteBuffer followed = ByteBuffer.allocate(bytes.length + 1).put(bytes).put((byte) 0x5A).flip();
        Input in = Input.copyOf(followed);
        int[] decoded = new int[indices.length + 1];
        codec().decode(in, indices.length, bound, decoded);
        assertThat(Arrays.copyOf(decoded, indices.length)).isEqualTo(indices);
        assertThat(in.readByte()).isEqualTo(0x5A);
    }

    @Property(tries = 2000)
    void anyBytesAreIndicesOrRefused(@ForAll @Size(max = 60) byte[] bytes, @ForAll @IntRange(max = 60) int count, @ForAll @IntRange(max = 100) int more) {
        decodeHostile(bytes, count, count + more);
    }

    @Property(tries = 1000)
    void flippedAndCutBytesAreIndicesOrRefused(@ForAll @Size(min = 1, max = 60) Set<@IntRange(max = 500) Integer> set,
            @ForAll @IntRange(max = 1000) int bit, @ForAll @IntRange(max = 10) int cut) {
        int[] indices = new TreeSet<>(set).stream().mapToInt(i -> i).toArray();
        byte[] bytes = encoded(indices, 501);
        bytes[bit / 8 % bytes.length] ^= (byte) (1 << bit % 8);
        decodeHostile(Arrays.copyOf(bytes, Math.max(0, bytes.length - cut)), indices.length, 501);
    }

    @Example
    void absurdCountsAreRefusedBeforeTheEnd() {
        decodeHostile(new byte[3], 1000, Integer.MAX_VALUE);
        decodeHostile(new byte[0], 1, Integer.MAX_VALUE);
    }

    private void decodeHostile(byte[] bytes, int count, int bound) {
        int[] indices = new int[count + 1];
        try {
            codec().decode(Input.copyOf(ByteBuffer.wrap(bytes)), count, bound, indices);
        } catch (CorruptData refused) {
            return;
        }
        int previous = -1;
        for (int i = 0; i < count; i++) {
            assertThat(indices[i]).isGreaterThan(previous).isLessThan(bound);
            previous = indices[i];
        }
    }
}
