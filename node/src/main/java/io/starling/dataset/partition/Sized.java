package io.starling.dataset.partition;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Dealt at random in sizes of your choice: fractions of the training set, or numbers of samples (of which the rest is left
 * out).
 */
public final class Sized implements Partitioner {
    public static final Key<List<Double>> FRACTIONS = Key.numbers("dataset.fractions").optional()
        .check(v -> v.stream().allMatch(f -> f > 0), "numbers above 0")
        .doc("One a node with dataset.partitioner = sized, in proportion: [2, 1, 1] is half, a quarter, a quarter.");
    public static final Key<List<Integer>> SIZES = Key.integers("dataset.sizes").optional()
        .check(v -> v.stream().allMatch(s -> s > 0), "numbers above 0")
        .doc("Training samples of each node with dataset.partitioner = sized, or one number for all; samples beyond them are left out.");

    private final double[] fractions;
    private final long[] sizes;

    private Sized(double[] fractions, long[] sizes) {
        this.fractions = fractions;
        this.sizes = sizes;
    }

    /** In these proportions, one a node. */
    public static Sized ofFractions(double... fractions) {
        return new Sized(fractions.clone(), null);
    }

    /** That many samples each; a single number is for all nodes. */
    public static Sized ofSizes(long... sizes) {
        return new Sized(null, sizes.clone());
    }

    @Override
    public Grouping grouping() {
        return Grouping.NONE;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        long total = census.total();
        Partitioner.requireSamples(total, nodes);
        long[] ends = fractions != null ? byFraction(total, nodes) : bySize(total, nodes);
        for (int node = 0; node < nodes; node++) {
            if (ends[node] == 0) {
                throw new UserError("dataset.fractions gives node " + node + " less than one of the " + total + " training samples: raise its fraction.");
            }
        }
        Arrays.parallelPrefix(ends, Long::sum);
        Permutation shuffled = new Permutation(total, KeyedRandom.key(seed, "sized"));
        return (group, rank) -> {
            int found = Arrays.binarySearch(ends, shuffled.apply(rank));
            // A place that is one's end is the next one's first.
            int node = found >= 0 ? found + 1 : -found - 1;
            return node < nodes ? node : Assignment.NOBODY;
        };
    }

    private long[] byFraction(long total, int nodes) {
        if (fractions.length != nodes) {
            throw new UserError("dataset.fractions has " + fractions.length + " numbers, but nodes = " + nodes + ": give one a node.");
        }
        return Shares.divide(total, fractions, Arrays.stream(fractions).sum());
    }

    private long[] bySize(long total, int nodes) {
        long[] counts = sizes;
        if (sizes.length == 1) {
            counts = new long[nodes];
            Arrays.fill(counts, sizes[0]);
        }
        if (counts.length != nodes) {
            throw new UserError("dataset.sizes has " + sizes.length + " numbers, but nodes = " + nodes + ": give one a node, or a single one for all.");
        }
        long wanted = Arrays.stream(counts).sum();
        if (wanted > total) {
            throw new UserError("dataset.sizes asks for " + wanted + " training samples, but there are " + total + ": lower the sizes.");
        }
        return counts.clone();
    }

    /** Chosen by {@code dataset.partitioner = sized}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "sized";
        }

        @Override
        public String doc() {
            return "Dealt at random in given dataset.fractions or dataset.sizes.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(FRACTIONS, SIZES);
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            if (settings.has(FRACTIONS) == settings.has(SIZES)) {
                throw new UserError("dataset.partitioner = sized needs either dataset.fractions or dataset.sizes.");
            }
            return settings.has(FRACTIONS)
                ? ofFractions(settings.get(FRACTIONS).stream().mapToDouble(Double::doubleValue).toArray())
                : ofSizes(settings.get(SIZES).stream().mapToLong(Integer::longValue).toArray());
        }
    }
}
