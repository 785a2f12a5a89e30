package io.starling.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartitionerTest {
    /** How many samples of each label each node gets. */
    private static int[][] deal(Partitioner partitioner, long[] countByLabel, int nodes, long seed) {
        Partitioner.Assignment assignment = partitioner.assign(new Census(countByLabel), nodes, seed);
        int[][] dealt = new int[nodes][countByLabel.length];
        for (int label = 0; label < countByLabel.length; label++) {
            for (long rank = 0; rank < countByLabel[label]; rank++) {
                dealt[assignment.nodeOf(label, rank)][label]++;
            }
        }
        return dealt;
    }

    @Property(tries = 200)
    void shardsAreEvenAndHoldFewLabels(@ForAll @Size(min = 1, max = 8) long[] counts, @ForAll @IntRange(min = 1, max = 12) int nodes,
            @ForAll @IntRange(min = 1, max = 4) int shards, @ForAll long seed) {
        long[] countByLabel = Arrays.stream(counts).map(c -> Math.floorMod(c, 60) + nodes * shards).toArray();
        long total = Arrays.stream(countByLabel).sum();
        long smallest = Arrays.stream(countByLabel).min().orElseThrow();
        int[][] dealt = deal(new LabelShards(shards), countByLabel, nodes, seed);
        for (int[] node : dealt) {
            int own = Arrays.stream(node).sum();
            assertThat((long) own).isBetween(total / nodes - shards, total / nodes + shards + 1);
            // A shard is a run of the samples sorted by label, so it straddles few of them.
            long labelsInAShard = 1 + (total / (nodes * shards) + 1 + smallest - 1) / smallest;
            assertThat(Arrays.stream(node).filter(c -> c > 0).count()).isLessThanOrEqualTo(shards * labelsInAShard);
        }
        for (int label = 0; label < countByLabel.length; label++) {
            int l = label;
            assertThat(Arrays.stream(dealt).mapToLong(n -> n[l]).sum()).isEqualTo(countByLabel[label]);
        }
    }

    @Property(tries = 200)
    void iidDealsEvenly(@ForAll @IntRange(min = 1, max = 40) int nodes, @ForAll @LongRange(min = 0, max = 300) long more, @ForAll long seed) {
        long total = nodes + more;
        int[][] dealt = deal(new Iid(), new long[] {total / 2, total - total / 2}, nodes, seed);
        for (int[] node : dealt) {
            assertThat((long) node[0] + node[1]).isBetween(total / nodes, total / nodes + 1);
        }
    }

    @Test
    void sameSeedSameParts() {
        long[] counts = {200, 200, 200, 200, 200};
        assertThat(deal(new LabelShards(2), counts, 10, 7)).isDeepEqualTo(deal(new LabelShards(2), counts, 10, 7))
            .isNotEqualTo(deal(new LabelShards(2), counts, 10, 8));
        assertThat(Arrays.deepToString(deal(new Iid(), counts, 10, 7))).isNotEqualTo(Arrays.deepToString(deal(new Iid(), counts, 10, 8)));
    }

    @Test
    void tooFewSamplesAreRefusedWithTheNumbers() {
        assertThatThrownBy(() -> new LabelShards(2).assign(new Census(new long[] {5, 6}), 6, 1)).isInstanceOf(UserError.class)
            .hasMessageContaining("at least 12").hasMessageContaining("there are 11");
        assertThatThrownBy(() -> new Iid().assign(new Census(new long[] {5}), 6, 1)).isInstanceOf(UserError.class).hasMessageContaining("only 5");
    }

    @Property(tries = 100)
    void permutationsAreOneToOne(@ForAll @IntRange(min = 1, max = 3000) int n, @ForAll long key) {
        Permutation permutation = new Permutation(n, key);
        Set<Long> images = new HashSet<>();
        for (int i = 0; i < n; i++) {
            long image = permutation.apply(i);
            assertThat(image).isBetween(0L, n - 1L);
            images.add(image);
        }
        assertThat(images).hasSize(n);
    }
}
