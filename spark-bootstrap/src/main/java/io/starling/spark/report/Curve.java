package io.starling.spark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Runs that differ by their seed only, drawn as one curve.
 *
 * @param label tells it from the other curves of the report
 */
public record Curve(String label, List<RunTables> runs) {

    /** How many different seeds there are. */
    public int seeds() {
        return (int) runs.stream().mapToLong(RunTables::seed).distinct().count();
    }

    /** A metric by rounds; empty if it was not measured. */
    public NavigableMap<Integer, Estimate> of(Metric metric) {
        NavigableMap<Integer, Estimate> estimates = new TreeMap<>();
        runs.stream().flatMap(run -> run.of(metric).keySet().stream()).distinct().forEach(rounds -> {
            // Two runs with the same seed are the same experiment twice, not two samples of it.
            Map<Long, List<Spread>> bySeed = runs.stream().filter(run -> run.of(metric).containsKey(rounds))
                .collect(Collectors.groupingBy(RunTables::seed, TreeMap::new, Collectors.mapping(run -> run.of(metric).get(rounds), Collectors.toList())));
            estimates.put(rounds, Estimate.of(bySeed.values().stream().map(Curve::mean).toList()));
        });
        return estimates;
    }

    private static Spread mean(List<Spread> same) {
        return same.size() == 1 ? same.get(0) : new Spread(same.stream().mapToDouble(Spread::mean).average().orElseThrow(),
            same.stream().mapToDouble(Spread::std).average().orElseThrow(), same.stream().mapToDouble(Spread::min).min().orElseThrow(),
            same.stream().mapToDouble(Spread::max).max().orElseThrow(), same.get(0).nodes());
    }

    /** The metric at the end of the runs, or null if it was not measured. */
    public Estimate last(Metric metric) {
        NavigableMap<Integer, Estimate> all = of(metric);
        return all.isEmpty() ? null : all.lastEntry().getValue();
    }

    /** Time since the first round began, mean over the runs; NaN if it was not measured. */
    public double seconds(int rounds) {
        return meanAt(RunTables::seconds, rounds);
    }

    /** Megabytes sent per node since the first round began, mean over the runs; NaN if it was not measured. */
    public double megabytes(int rounds) {
        return meanAt(RunTables::megabytes, rounds);
    }

    private double meanAt(Function<RunTables, NavigableMap<Integer, Double>> of, int rounds) {
        return runs.stream().map(run -> of.apply(run).get(rounds)).filter(Objects::nonNull).mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** The mean over the runs; NaN if none has the value. */
    double mean(ToDoubleFunction<RunTables> of) {
        return runs.stream().mapToDouble(of).filter(value -> !Double.isNaN(value)).average().orElse(Double.NaN);
    }

    /** The mean over the runs of rows of equal length, the longest if they differ; empty if there is none. */
    double[] meanRow(Function<RunTables, double[]> of) {
        List<double[]> rows = new ArrayList<>(runs.stream().map(of).filter(row -> row.length > 0).toList());
        int length = rows.stream().mapToInt(row -> row.length).max().orElse(0);
        rows.removeIf(row -> row.length < length);
        double[] mean = new double[length];
        for (double[] row : rows) {
            for (int i = 0; i < length; i++) {
                mean[i] += row[i] / rows.size();
            }
        }
        return mean;
    }

    /** The run that stands for the others where one picture is enough. */
    public RunTables first() {
        return runs.get(0);
    }
}
