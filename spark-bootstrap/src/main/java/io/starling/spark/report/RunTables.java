package io.starling.spark.report;

import io.starling.spark.results.Results;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a report needs of one run's tables, boiled down by Spark SQL: a few numbers a round, whatever the number of nodes.
 *
 * @param provenance  the run's row of the table runs, by column
 * @param metrics     rounds → the nodes' values
 * @param seconds     rounds → time since the first round began, mean over the nodes
 * @param megabytes   rounds → megabytes sent since then, per node
 * @param totals      per node over the whole run: megabytes by kind, seconds by occupation
 * @param finalScores what the nodes' own models came to at their last evaluation on the test set, in ascending order
 * @param shares      for each percentile of parameters how often they were shared, mean over nodes; empty if nobody counted
 * @param labels      node → label → training samples; empty if there are no labels
 * @param classes     label → accuracy at the last evaluation, percent, mean over nodes; empty if not asked for
 * @param failures    how often each kind of failure happened
 * @param firstFailures some of them, as lines
 */
public record RunTables(
        Map<String, Object> provenance, Map<Metric, NavigableMap<Integer, Spread>> metrics,
        NavigableMap<Integer, Double> seconds, NavigableMap<Integer, Double> megabytes, Totals totals, double[] finalScores,
        double[] shares, long[][] labels, NavigableMap<Integer, Double> classes, Map<String, Long> failures, List<String> firstFailures) {

    /** Megabytes sent by kind, and seconds by what a node was doing; per node, over the whole run. */
    public record Totals(
            double payloadMegabytes, double metadataMegabytes, double framingMegabytes,
            double computeSeconds, double slotWaitSeconds, double communicationSeconds, double waitSeconds, double evaluationSeconds, double elapsedSeconds) {
    }

    /** All runs, in the order they were started. */
    public static List<RunTables> of(Results results) {
        return new RunTablesQuery(results).run();
    }

    public String run() {
        return text("run");
    }

    public String name() {
        return text("name");
    }

    public String status() {
        return text("status");
    }

    public long seed() {
        return whole("seed");
    }

    public int nodes() {
        return (int) whole("nodes");
    }

    /** The whole configuration as JSON. */
    public String config() {
        return text("config_json");
    }

    String text(String column) {
        Object value = provenance.get(column);
        return value == null ? "" : value.toString();
    }

    private long whole(String column) {
        return provenance.get(column) instanceof Number number ? number.longValue() : 0;
    }

    double number(String column) {
        return provenance.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** A metric's values by rounds; empty if it was not measured. */
    NavigableMap<Integer, Spread> of(Metric metric) {
        return metrics.getOrDefault(metric, new TreeMap<>());
    }
}
