package io.starling.spark.report;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A metric after so many rounds, estimated from runs with different seeds.
 *
 * @param mean  over seeds, of the mean over nodes
 * @param std   over nodes, within a run; the runs' variances are averaged
 * @param ci95  half the width of the 95 % confidence interval of the mean, by Student's t; NaN with one seed
 * @param seeds how many
 * @param min   the worst node of any seed (the smallest value); likewise max
 */
public record Estimate(double mean, double std, double ci95, int seeds, long nodes, double min, double max) {
    private static final double UPPER_TAIL = 0.975;

    /** One spread a seed. */
    static Estimate of(List<Spread> seeds) {
        int n = seeds.size();
        double mean = seeds.stream().mapToDouble(Spread::mean).sum() / n;
        double variance = seeds.stream().mapToDouble(s -> s.std() * s.std()).sum() / n;
        return new Estimate(mean, Math.sqrt(variance), halfWidth(seeds.stream().mapToDouble(Spread::mean).toArray()), n,
            seeds.stream().mapToLong(Spread::nodes).max().orElse(0),
            seeds.stream().mapToDouble(Spread::min).min().orElse(Double.NaN), seeds.stream().mapToDouble(Spread::max).max().orElse(Double.NaN));
    }

    /** Half the width of the 95 % confidence interval of the mean of independent values; NaN if there are fewer than two. */
    public static double halfWidth(double[] values) {
        int n = values.length;
        if (n < 2) {
            return Double.NaN;
        }
        double mean = 0;
        for (double value : values) {
            mean += value / n;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new TDistribution(n - 1).inverseCumulativeProbability(UPPER_TAIL) * Math.sqrt(squares / (n - 1) / n);
    }
}
