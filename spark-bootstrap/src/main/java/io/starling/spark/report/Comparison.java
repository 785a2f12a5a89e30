package io.starling.spark.report;

import io.starling.config.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Configurations side by side, by what their runs came to at the end.
 *
 * @param metric by what they are compared
 * @param rows   one a configuration, in the order of their first runs; the first is what the others are compared with
 */
public record Comparison(Metric metric, List<Line> rows) {
    /** What to compare by if nobody says: never choose by the test set what can be chosen by a validation set. */
    private static final List<Metric> PREFERRED = List.of(Metric.VALIDATION_ACCURACY, Metric.VALIDATION_RMSE, Metric.TEST_ACCURACY, Metric.TEST_RMSE, Metric.AVERAGED_ACCURACY,
        Metric.AVERAGED_RMSE, Metric.TEST_LOSS);

    /**
     * A configuration.
     *
     * @param bySeed    seed → the metric at the end, mean over nodes
     * @param ci95      half the width of the 95 % confidence interval of the mean over seeds; NaN with one seed
     * @param nodeStd   standard deviation over the nodes of a run
     * @param megabytes sent per node
     * @param test      against the first configuration, by the seeds that both have; null for itself, or if they have none in common
     * @param holm      the t-test's p-value corrected for the number of comparisons (Holm, 1979); NaN where there is none
     */
    public record Line(String label, NavigableMap<Long, Double> bySeed, double mean, double ci95, double nodeStd, double megabytes, PairedTest test, double holm) {
    }

    /** @param metric null: the first of the preferred that all runs have */
    public static Comparison of(List<RunTables> runs, Metric metric) {
        List<Curve> curves = Curves.of(runs);
        Metric by = metric == null ? preferred(curves) : metric;
        List<Line> lines = new ArrayList<>();
        for (Curve curve : curves) {
            Estimate last = curve.last(by);
            if (last == null) {
                throw new UserError(by.column() + " was not measured in " + curve.label() + ": compare by something else (--metric).");
            }
            NavigableMap<Long, Double> bySeed = bySeed(curve, by);
            double[] values = bySeed.values().stream().mapToDouble(Double::doubleValue).toArray();
            lines.add(new Line(curve.label(), bySeed, Arrays.stream(values).average().orElseThrow(), Estimate.halfWidth(values), last.std(),
                curve.mean(run -> run.megabytes().isEmpty() ? Double.NaN : run.megabytes().lastEntry().getValue()),
                lines.isEmpty() ? null : test(lines.get(0).bySeed, bySeed), Double.NaN));
        }
        return new Comparison(by, holm(lines));
    }

    private static Metric preferred(List<Curve> curves) {
        return PREFERRED.stream().filter(m -> curves.stream().allMatch(curve -> curve.last(m) != null)).findFirst()
            .orElseThrow(() -> new UserError("There is nothing that was measured in all of these runs: was evaluation.every = 0, or are they not over?"));
    }

    /** Of several runs with one seed, which are the same experiment again, the last. */
    private static NavigableMap<Long, Double> bySeed(Curve curve, Metric metric) {
        NavigableMap<Long, Double> values = new TreeMap<>();
        for (RunTables run : curve.runs()) {
            if (!run.of(metric).isEmpty()) {
                values.put(run.seed(), run.of(metric).lastEntry().getValue().mean());
            }
        }
        return values;
    }

    private static PairedTest test(NavigableMap<Long, Double> first, NavigableMap<Long, Double> second) {
        List<Long> common = first.keySet().stream().filter(second::containsKey).toList();
        return common.isEmpty() ? null
            : PairedTest.of(common.stream().mapToDouble(first::get).toArray(), common.stream().mapToDouble(second::get).toArray());
    }

    private static List<Line> holm(List<Line> lines) {
        List<Line> tested = lines.stream().filter(line -> line.test != null && !Double.isNaN(line.test.tP())).sorted(Comparator.comparingDouble(line -> line.test.tP())).toList();
        List<Line> corrected = new ArrayList<>(lines);
        double most = 0;
        for (int i = 0; i < tested.size(); i++) {
            Line line = tested.get(i);
            most = Math.max(most, Math.min(1, (tested.size() - i) * line.test.tP()));
            corrected.set(lines.indexOf(line), new Line(line.label, line.bySeed, line.mean, line.ci95, line.nodeStd, line.megabytes, line.test, most));
        }
        return corrected;
    }

    /** The best first. */
    public List<Line> ranking() {
        Comparator<Line> byMean = Comparator.comparingDouble(Line::mean);
        return rows.stream().sorted(metric.isBetterHigher() ? byMean.reversed() : byMean).toList();
    }
}
