package io.starling.spark.report;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Whether two configurations differ, judged by runs in pairs: those of one pair have the same seed, so the same data division, order of
 * samples and initial model.
 *
 * <p>Student's paired t-test supposes that the differences are about normal; Wilcoxon's signed-rank test does not, but with n pairs it cannot say
 * less than 2/2ⁿ. Its distribution is computed exactly, ties and all, for any n that people have the patience to run.
 *
 * @param n              pairs
 * @param meanDifference second minus first
 * @param ci95           half the width of its 95 % confidence interval; NaN with fewer than two pairs
 * @param tP             two-sided p-value of the t-test; NaN with fewer than two pairs, or if all differences are the same
 * @param signedRankP    two-sided p-value of the signed-rank test, exact; NaN if no pair differs
 */
public record PairedTest(int n, double meanDifference, double ci95, double tP, double signedRankP) {
    private static final int MOST_EXACT = 1000;

    /** Compares values pair by pair. */
    public static PairedTest of(double[] first, double[] second) {
        if (first.length != second.length || first.length == 0) {
            throw new IllegalArgumentException("pairs are needed, not " + first.length + " and " + second.length + " values");
        }
        double[] differences = new double[first.length];
        Arrays.setAll(differences, i -> second[i] - first[i]);
        double mean = Arrays.stream(differences).average().orElseThrow();
        return new PairedTest(differences.length, mean, Estimate.halfWidth(differences), tTest(differences, mean), signedRank(differences));
    }

    private static double tTest(double[] differences, double mean) {
        int n = differences.length;
        double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
        if (n < 2 || squares == 0) {
            return Double.NaN;
        }
        double t = mean / Math.sqrt(squares / (n - 1) / n);
        return 2 * new TDistribution(n - 1).cumulativeProbability(-Math.abs(t));
    }

    /**
     * Wilcoxon, Individual comparisons by ranking methods (1945). Pairs that do not differ are left out; equal ones share the mean of their ranks. Under the null
     * hypothesis each rank has either sign with equal chance: the probabilities of all sums follow by adding one rank after the other.
     */
    private static double signedRank(double[] differences) {
        double[] nonZero = Arrays.stream(differences).filter(d -> d != 0).toArray();
        int n = nonZero.length;
        if (n == 0) {
            return Double.NaN;
        }
        if (n > MOST_EXACT) {
            throw new IllegalArgumentException(n + " pairs are more than " + MOST_EXACT);
        }
        double[] sizes = Arrays.stream(nonZero).map(Math::abs).sorted().toArray();
        int[] doubledRanks = new int[n];
        int positive = 0;
        int total = 0;
        for (int i = 0; i < n; i++) {
            doubledRanks[i] = doubledRank(sizes, Math.abs(nonZero[i]));
            total += doubledRanks[i];
            positive += nonZero[i] > 0 ? doubledRanks[i] : 0;
        }
        double[] chance = new double[total + 1];
        chance[0] = 1;
        for (int rank : doubledRanks) {
            for (int sum = total; sum >= 0; sum--) {
                chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
            }
        }
        int smaller = Math.min(positive, total - positive);
        double tail = 0;
        for (int sum = 0; sum <= smaller; sum++) {
            tail += chance[sum];
        }
        return Math.min(1, 2 * tail);
    }

    /** Twice the rank, which is whole also when ranks are shared. */
    private static int doubledRank(double[] sorted, double size) {
        int below = 0;
        int same = 0;
        for (double other : sorted) {
            below += other < size ? 1 : 0;
            same += other == size ? 1 : 0;
        }
        return 2 * below + same + 1;
    }
}
