package io.starling.dataset.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.partition.Partitioner.Assignment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PartitionerTest {
    /** Group counts, and a number of nodes that there are enough samples for. */
    record Case(Census census, int nodes) {
    }

    @Provide
    Arbitrary<Case> cases() {
        Arbitrary<long[]> counts = Arbitraries.longs().between(0, 60).array(long[].class).ofMinSize(1).ofMaxSize(12)
            .filter(c -> LongStream.of(c).sum() > 0);
        return Combinators.combine(counts, Arbitraries.integers().between(1, 40))
            .as((c, nodes) -> new Case(new Census(c), (int) Math.min(nodes, LongStream.of(c).sum())));
    }

    /** Samples by node and group; that every sample is asked for once and has a node is what makes the sums right. */
    private static long[][] deal(Assignment assignment, Census census, int nodes) {
        long[][] dealt = new long[nodes][census.groups()];
        for (int group = 0; group < census.groups(); group++) {
            for (long rank = 0; rank < census.count(group); rank++) {
                dealt[assignment.nodeOf(group, rank)][group]++;
            }
        }
        return dealt;
    }

    private static long[] sizes(long[][] dealt) {
        return Arrays.stream(dealt).mapToLong(node -> LongStream.of(node).sum()).toArray();
    }

    private static Census ungrouped(Census census) {
        return new Census(new long[] {census.total()});
    }

    @Property
    void iidSizesDifferByOneAtMost(@ForAll("cases") Case c, @ForAll long seed) {
        Census all = ungrouped(c.census);
        long[] sizes = sizes(deal(new Iid().assign(all, c.nodes, seed), all, c.nodes));
        assertThat(LongStream.of(sizes).max().orElseThrow() - LongStream.of(sizes).min().orElseThrow()).isLessThanOrEqualTo(1);
    }

    @Property
    void shardsUseEverySampleAndDifferByShardsAtMost(@ForAll("cases") Case c, @ForAll @IntRange(min = 1, max = 4) int shards, @ForAll long seed) {
        int nodes = Math.max(1, Math.min(c.nodes, (int) c.census.total() / shards));
        int perNode = Math.min(shards, (int) c.census.total());
        long[] sizes = sizes(deal(new LabelShards(perNode).assign(c.census, nodes, seed), c.census, nodes));
        assertThat(LongStream.of(sizes).sum()).isEqualTo(c.census.total());
        assertThat(LongStream.of(sizes).max().orElseThrow() - LongStream.of(sizes).min().orElseThrow()).isLessThanOrEqualTo(perNode);
    }

    @Test
    void shardsGiveANodeFewLabels() {
        Census census = new Census(new long[] {500, 500, 500, 500, 500, 500, 500, 500, 500, 500});
        for (long[] node : deal(new LabelShards(2).assign(census, 50, 1), census, 50)) {
            assertThat(LongStream.of(node).filter(n -> n > 0).count()).isLessThanOrEqualTo(2);
        }
    }

    @Property
    void dirichletAlwaysEndsWithTheMinimumEverywhere(@ForAll("cases") Case c, @ForAll @IntRange(min = -4, max = 3) int magnitude, @ForAll long seed) {
        int minimum = (int) (c.census.total() / c.nodes);
        Assignment assignment = new Dirichlet(Math.pow(10, magnitude), minimum).assign(c.census, c.nodes, seed);
        long[] sizes = sizes(deal(assignment, c.census, c.nodes));
        assertThat(LongStream.of(sizes).sum()).isEqualTo(c.census.total());
        assertThat(LongStream.of(sizes).min().orElseThrow()).isGreaterThanOrEqualTo(minimum);
    }

    @Test
    void dirichletWithManyNodesAndTinyAlphaEndsAtOnce() {
        Census census = new Census(new long[] {5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000});
        long began = System.nanoTime();
        long[] sizes = sizes(deal(new Dirichlet(0.01, 10).assign(census, 1024, 1), census, 1024));
        assertThat(LongStream.of(sizes).min().orElseThrow()).isEqualTo(10);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void dirichletIsUnevenForSmallAlphaAndEvenForLarge() {
        Census census = new Census(new long[] {1000, 1000, 1000, 1000});
        assertThat(labelsOfTheAverageNode(deal(new Dirichlet(0.05, 1).assign(census, 8, 3), census, 8))).isLessThan(2.5);
        long[] even = deal(new Dirichlet(10_000, 1).assign(census, 8, 3), census, 8)[0];
        assertThat(LongStream.of(even).min().orElseThrow()).isGreaterThan(100);
    }

    private static double labelsOfTheAverageNode(long[][] dealt) {
        return Arrays.stream(dealt).mapToLong(node -> LongStream.of(node).filter(n -> n > 20).count()).average().orElseThrow();
    }

    @Property
    void usersStayWholeAndNodesAreWithinOneUserOfEachOther(@ForAll("cases") Case c, @ForAll long seed) {
        long[] some = LongStream.of(c.census.countByGroup()).map(n -> n + 1).toArray();
        Census users = new Census(some);
        int nodes = Math.min(c.nodes, users.groups());
        Assignment assignment = new ByUser().assign(users, nodes, seed);
        long[][] dealt = deal(assignment, users, nodes);
        for (int user = 0; user < some.length; user++) {
            int of = user;
            assertThat(Arrays.stream(dealt).filter(node -> node[of] > 0).count()).isEqualTo(1);
        }
        long[] sizes = sizes(dealt);
        assertThat(LongStream.of(sizes).min().orElseThrow()).isPositive();
        assertThat(LongStream.of(sizes).max().orElseThrow() - LongStream.of(sizes).min().orElseThrow())
            .isLessThanOrEqualTo(LongStream.of(some).max().orElseThrow());
    }

    @Property
    void fractionsAreKeptToOneSample(@ForAll("cases") Case c, @ForAll long seed) {
        long total = c.census.total() + 40L * c.nodes;
        Census all = new Census(new long[] {total});
        double[] fractions = new double[c.nodes];
        for (int node = 0; node < c.nodes; node++) {
            fractions[node] = 1 + node % 3;
        }
        double sum = Arrays.stream(fractions).sum();
        long[] sizes = sizes(deal(Sized.ofFractions(fractions).assign(all, c.nodes, seed), all, c.nodes));
        assertThat(LongStream.of(sizes).sum()).isEqualTo(total);
        for (int node = 0; node < c.nodes; node++) {
            assertThat((double) sizes[node]).isBetween(total * fractions[node] / sum - 1, total * fractions[node] / sum + 1);
        }
    }

    @Test
    void fixedSizesLeaveTheRestOut() {
        Assignment assignment = Sized.ofSizes(3, 1, 2).assign(new Census(new long[] {10}), 3, 1);
        long[] sizes = new long[4];
        for (int rank = 0; rank < 10; rank++) {
            sizes[assignment.nodeOf(0, rank) + 1]++;
        }
        assertThat(sizes).containsExactly(4, 3, 1, 2);
    }

    @Property
    void theSameSeedGivesTheSame(@ForAll("cases") Case c, @ForAll long seed) {
        Census all = ungrouped(c.census);
        assertThat(deal(new Iid().assign(all, c.nodes, seed), all, c.nodes)).isDeepEqualTo(deal(new Iid().assign(all, c.nodes, seed), all, c.nodes));
        Dirichlet dirichlet = new Dirichlet(0.3, 1);
        assertThat(deal(dirichlet.assign(c.census, c.nodes, seed), c.census, c.nodes))
            .isDeepEqualTo(deal(dirichlet.assign(c.census, c.nodes, seed), c.census, c.nodes));
    }

    @Test
    void anotherSeedGivesAnother() {
        Census census = new Census(new long[] {200, 200, 200, 200, 200});
        assertThat(deal(new LabelShards(2).assign(census, 10, 7), census, 10)).isNotEqualTo(deal(new LabelShards(2).assign(census, 10, 8), census, 10));
        assertThat(deal(new Dirichlet(1, 1).assign(census, 10, 7), census, 10)).isNotEqualTo(deal(new Dirichlet(1, 1).assign(census, 10, 8), census, 10));
    }

    @Test
    void aFileSaysWhoGetsWhat() throws IOException {
        Partitioner file = FromFile.read("nodes.txt", new BufferedReader(new StringReader("# node of each sample\n1\n0\n\n-1\n1\n")));
        Assignment assignment = file.assign(new Census(new long[] {4}), 2, 1);
        assertThat(LongStream.range(0, 4).mapToInt(rank -> assignment.nodeOf(0, rank))).containsExactly(1, 0, Assignment.NOBODY, 1);
        assertThatThrownBy(() -> file.assign(new Census(new long[] {5}), 2, 1)).isInstanceOf(UserError.class)
            .hasMessageContaining("nodes.txt").hasMessageContaining("4 samples").hasMessageContaining("has 5");
        assertThatThrownBy(() -> file.assign(new Census(new long[] {4}), 1, 1)).isInstanceOf(UserError.class)
            .hasMessageContaining("sample 0").hasMessageContaining("node 1");
        assertThatThrownBy(() -> FromFile.read("n.txt", new BufferedReader(new StringReader("0\nx")))).isInstanceOf(UserError.class)
            .hasMessageContaining("line 2");
    }

    @Test
    void moreNodesThanSamplesOrUsersAreRefused() {
        Census three = new Census(new long[] {3});
        assertThatThrownBy(() -> new Iid().assign(three, 4, 1)).isInstanceOf(UserError.class).hasMessageContaining("nodes = 4").hasMessageContaining("3");
        assertThatThrownBy(() -> new LabelShards(2).assign(three, 2, 1)).isInstanceOf(UserError.class).hasMessageContaining("dataset.shards");
        assertThatThrownBy(() -> new Dirichlet(1, 2).assign(three, 2, 1)).isInstanceOf(UserError.class).hasMessageContaining("dataset.min-samples");
        assertThatThrownBy(() -> new ByUser().assign(three, 2, 1)).isInstanceOf(UserError.class).hasMessageContaining("1 users");
        assertThatThrownBy(() -> Sized.ofSizes(2).assign(three, 2, 1)).isInstanceOf(UserError.class).hasMessageContaining("dataset.sizes");
    }

    @Property
    void aStratifiedPartHasTheFractionOfEveryLabel(@ForAll("cases") Case c, @ForAll @IntRange(min = 0, max = 100) int percent, @ForAll long key) {
        Stratified part = new Stratified(c.census, percent / 100.0, key);
        long in = 0;
        for (int label = 0; label < c.census.groups(); label++) {
            long ofLabel = 0;
            for (long rank = 0; rank < c.census.count(label); rank++) {
                ofLabel += part.contains(label, rank) ? 1 : 0;
            }
            in += ofLabel;
            assertThat(Math.abs(ofLabel - c.census.count(label) * percent / 100.0)).isLessThanOrEqualTo(1.5);
        }
        assertThat(in).isEqualTo(part.count()).isEqualTo(Math.round(c.census.total() * (percent / 100.0)));
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
