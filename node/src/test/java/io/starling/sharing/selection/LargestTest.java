package io.starling.sharing.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.engine.ScratchPool;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LargestTest {
    private final ScratchPool.Scratch scratch = new ScratchPool().borrow();

    @Property(tries = 500)
    void equalsSortingByMagnitudeThenIndex(@ForAll @Size(min = 1, max = 300) float[] score, @ForAll @IntRange(max = 300) int k) {
        check(score, Math.min(k, score.length));
    }

    @Property(tries = 300)
    void takesTheLowestIndicesOfEqualOnes(@ForAll @Size(min = 1, max = 200) @IntRange(min = -2, max = 2) int[] few, @ForAll @IntRange(max = 200) int k) {
        float[] score = new float[few.length];
        for (int i = 0; i < few.length; i++) {
            score[i] = few[i];
        }
        check(score, Math.min(k, score.length));
    }

    @Test
    void countsNaNAsLargest() {
        check(new float[] {1, Float.NaN, 3, Float.POSITIVE_INFINITY, 2}, 1);
        check(new float[] {1, Float.NaN, 3, Float.POSITIVE_INFINITY, 2}, 3);
    }

    private void check(float[] score, int k) {
        int[] chosen = new int[score.length + 1];
        Largest.choose(score, score.length, k, chosen, scratch);
        int[] expected = IntStream.range(0, score.length).boxed()
            .sorted(Comparator.<Integer>comparingInt(i -> -(Float.floatToRawIntBits(score[i]) & 0x7FFFFFFF)).thenComparingInt(i -> i))
            .limit(k).mapToInt(i -> i).sorted().toArray();
        assertThat(Arrays.copyOf(chosen, k)).isEqualTo(expected);
    }
}
