package io.starling.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyedRandomTest {
    @Test
    void theBitsOfAKeyNeverChange() {
        // Written down once: runs, checkpoints and messages between machines rely on these.
        KeyedRandom random = KeyedRandom.of(1, "batches", 3, 7);
        assertThat(new long[] {random.nextLong(), random.nextLong()}).containsExactly(8281787401096966885L, -6990522149827031981L);
        assertThat(KeyedRandom.of(1, "shards").permutation(8)).containsExactly(3, 6, 0, 4, 1, 2, 7, 5);
    }

    @Test
    void differentKeysGiveDifferentStreams() {
        Set<Long> firsts = new HashSet<>();
        for (int node = 0; node < 50; node++) {
            for (int round = 0; round < 50; round++) {
                firsts.add(KeyedRandom.of(1, "a", node, round).nextLong());
                firsts.add(KeyedRandom.of(1, "b", node, round).nextLong());
                firsts.add(KeyedRandom.of(2, "a", node, round).nextLong());
            }
        }
        assertThat(firsts).hasSize(3 * 50 * 50);
    }

    @Property
    void boundedNumbersAreInRange(@ForAll long seed, @ForAll @IntRange(min = 1) int bound) {
        KeyedRandom random = KeyedRandom.of(seed, "test");
        for (int i = 0; i < 20; i++) {
            assertThat(random.nextInt(bound)).isBetween(0, bound - 1);
            assertThat(random.nextFloat()).isGreaterThanOrEqualTo(0).isLessThan(1);
        }
    }

    @Test
    void distributionsHaveTheirMoments() {
        KeyedRandom random = KeyedRandom.of(5, "moments");
        int n = 200_000;
        double uniform = 0;
        double normal = 0;
        double square = 0;
        int[] counts = new int[7];
        for (int i = 0; i < n; i++) {
            uniform += random.nextDouble();
            double g = random.nextGaussian();
            normal += g;
            square += g * g;
            counts[random.nextInt(7)]++;
        }
        assertThat(uniform / n).isCloseTo(0.5, within(0.005));
        assertThat(normal / n).isCloseTo(0, within(0.01));
        assertThat(square / n).isCloseTo(1, within(0.02));
        for (int count : counts) {
            assertThat(count).isCloseTo(n / 7, within(n / 70));
        }
    }
}
