package io.starling.dataset.partition;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Every label is divided among the nodes in proportions drawn from a Dirichlet distribution (Hsu, Qi, Brown, 2019,
 * arXiv:1909.06335): α → 0 gives each label to one node, α → ∞ the same mix to all.
 *
 * <p>Drawn once; then nodes below the minimum are given single samples of the largest node's most frequent label until none is
 * left. Each such step lowers what is missing by one, so there is always an end, also for many nodes and a small α, where drawing
 * again until every node has enough (the usual way) may never succeed. Needs one number a label and node.
 */
public final class Dirichlet implements Partitioner {
    public static final Key<Double> ALPHA = Key.number("dataset.alpha").moreThan(0).orElse(0.5)
        .doc("Concentration with dataset.partitioner = dirichlet: small is uneven (0.1), large is even (100).");
    public static final Key<Integer> MINIMUM = Key.integer("dataset.min-samples").atLeast(1).orElse(1)
        .doc("Training samples that every node gets at least with dataset.partitioner = dirichlet.");

    private final double alpha;
    private final int minimum;

    public Dirichlet(double alpha, int minimum) {
        this.alpha = alpha;
        this.minimum = minimum;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        if ((long) minimum * nodes > census.total()) {
            throw new UserError("nodes = " + nodes + " with dataset.min-samples = " + minimum + " need at least " + (long) minimum * nodes
                + " training samples, but there are " + census.total() + ": use fewer nodes, a lower minimum or more data.");
        }
        long[][] counts = new long[census.groups()][];
        for (int label = 0; label < counts.length; label++) {
            counts[label] = divide(census.count(label), logProportions(nodes, KeyedRandom.of(seed, "dirichlet", label)));
        }
        lift(counts, nodes);
        Permutation[] shuffled = new Permutation[counts.length];
        for (int label = 0; label < counts.length; label++) {
            shuffled[label] = new Permutation(census.count(label), KeyedRandom.key(seed, "dirichlet-order", label));
            Arrays.parallelPrefix(counts[label], Long::sum);
        }
        // Node n has the places from counts[n - 1] to counts[n] of the label's shuffled samples.
        return (label, rank) -> firstAbove(counts[label], shuffled[label].apply(rank));
    }

    private static int firstAbove(long[] ends, long place) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] > place) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Logarithms, up to a constant, because for a small α most proportions are too small for a double. */
    private double[] logProportions(int nodes, KeyedRandom random) {
        double[] logs = new double[nodes];
        for (int node = 0; node < nodes; node++) {
            // Gamma(α) = Gamma(α + 1) · U^(1/α): Marsaglia and Tsang's method needs a shape of at least 1.
            logs[node] = StrictMath.log(gamma(alpha + 1, random)) + StrictMath.log(1 - random.nextDouble()) / alpha;
        }
        return logs;
    }

    /** Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26, 2000. */
    private static double gamma(double shape, KeyedRandom random) {
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            v = v * v * v;
            if (v > 0 && StrictMath.log(1 - random.nextDouble()) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
                return d * v;
            }
        }
    }

    /** Whole numbers in these proportions: rounded down, the rest to the largest remainders. */
    private static long[] divide(long samples, double[] logs) {
        double largest = Arrays.stream(logs).max().orElseThrow();
        double[] shares = new double[logs.length];
        double sum = 0;
        for (int node = 0; node < logs.length; node++) {
            shares[node] = StrictMath.exp(logs[node] - largest);
            sum += shares[node];
        }
        return Shares.divide(samples, shares, sum);
    }

    private void lift(long[][] counts, int nodes) {
        long[] totals = new long[nodes];
        for (long[] label : counts) {
            for (int node = 0; node < nodes; node++) {
                totals[node] += label[node];
            }
        }
        TreeSet<Integer> bySize = new TreeSet<>(Comparator.comparingLong((Integer node) -> totals[node]).thenComparing(Comparator.naturalOrder()));
        for (int node = 0; node < nodes; node++) {
            bySize.add(node);
        }
        while (totals[bySize.first()] < minimum) {
            int poor = bySize.pollFirst();
            int rich = bySize.pollLast();
            int label = mostFrequent(counts, rich);
            counts[label][rich]--;
            counts[label][poor]++;
            totals[rich]--;
            totals[poor]++;
            bySize.add(poor);
            bySize.add(rich);
        }
    }

    private static int mostFrequent(long[][] counts, int node) {
        int best = 0;
        for (int label = 1; label < counts.length; label++) {
            if (counts[label][node] > counts[best][node]) {
                best = label;
            }
        }
        return best;
    }

    /** Chosen by {@code dataset.partitioner = dirichlet}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "dirichlet";
        }

        @Override
        public String doc() {
            return "Every label in proportions drawn from Dirichlet(dataset.alpha) (not IID).";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(ALPHA, MINIMUM);
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            return new Dirichlet(settings.get(ALPHA), settings.get(MINIMUM));
        }
    }
}
