package io.starling.spark.report;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.stddev_pop;
import static org.apache.spark.sql.functions.sum;

import io.starling.metrics.EvaluationRecord;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The queries behind {@link RunTables}: one a table of results, for all runs together. */
final class RunTablesQuery {
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;
    private static final double MILLIS = 1e3;
    private static final int FAILURES_SHOWN = 20;

    /** What is gathered of a run. */
    private static final class Gathered {
        private final Map<Metric, NavigableMap<Integer, Spread>> metrics = new EnumMap<>(Metric.class);
        private final NavigableMap<Integer, Double> seconds = new TreeMap<>();
        private final NavigableMap<Integer, Double> bytes = new TreeMap<>();
        private final List<Double> finalScores = new ArrayList<>();
        private final NavigableMap<Integer, Double> shares = new TreeMap<>();
        private final List<int[]> labels = new ArrayList<>();
        private final NavigableMap<Integer, Double> classes = new TreeMap<>();
        private final Map<String, Long> failures = new LinkedHashMap<>();
        private final List<String> firstFailures = new ArrayList<>();
        private final double[] totals = new double[TOTALS.length];
        private double evaluationMillis;
        private double elapsedMillis;

        private void put(Metric metric, int rounds, Spread spread) {
            if (spread != null) {
                metrics.computeIfAbsent(metric, m -> new TreeMap<>()).put(rounds, spread);
            }
        }
    }

    /** Summed over a run's rounds and nodes; in the order of {@link RunTables.Totals}. */
    private static final String[] TOTALS = {
        "payload_sent_bytes", "metadata_sent_bytes", "framing_sent_bytes", "compute_ms", "slot_wait_ms", "communication_ms", "wait_ms"};

    private final Results results;
    private final Map<String, Gathered> byRun = new LinkedHashMap<>();

    RunTablesQuery(Results results) {
        this.results = results;
    }

    List<RunTables> run() {
        List<Row> runs = results.table(ResultTable.RUNS).orderBy("started", "run").collectAsList();
        runs.forEach(row -> byRun.put(row.getAs("run"), new Gathered()));
        rounds();
        evaluations();
        averages();
        finalScores();
        shares();
        labels();
        classes();
        failures();
        return runs.stream().map(row -> tables(row, byRun.get(row.<String>getAs("run")))).toList();
    }

    private void each(Dataset<Row> rows, java.util.function.BiConsumer<Gathered, Row> take) {
        for (Row row : rows.collectAsList()) {
            Gathered run = byRun.get(row.<String>getAs("run"));
            // A run that began after the list of runs was read.
            if (run != null) {
                take.accept(run, row);
            }
        }
    }

    private void rounds() {
        Column bytes = col("payload_sent_bytes").plus(col("metadata_sent_bytes")).plus(col("framing_sent_bytes"));
        Column time = col("compute_ms").plus(col("slot_wait_ms")).plus(col("communication_ms")).plus(col("wait_ms")).divide(MILLIS);
        List<Column> aggregates = new ArrayList<>();
        aggregates.addAll(spread("train_loss", col("train_loss")));
        aggregates.addAll(spread("kilobytes", bytes.divide(KILO)));
        aggregates.addAll(spread("time", time));
        aggregates.addAll(spread("missing", col("missing")));
        aggregates.addAll(spread("shared", col("shared_parameters")));
        aggregates.add(sum(bytes).as("all_bytes"));
        aggregates.add(avg("elapsed_ms").as("elapsed"));
        for (String total : TOTALS) {
            aggregates.add(sum(total).as(total));
        }
        each(grouped(results.table(ResultTable.ROUNDS).groupBy("run", "round"), aggregates).orderBy("run", "round"), (run, row) -> {
            int rounds = row.<Integer>getAs("round") + 1;
            run.put(Metric.BATCH_LOSS, rounds, spread("train_loss", row));
            run.put(Metric.ROUND_KILOBYTES, rounds, spread("kilobytes", row));
            run.put(Metric.ROUND_SECONDS, rounds, spread("time", row));
            run.put(Metric.MISSING, rounds, spread("missing", row));
            run.put(Metric.SHARED_PARAMETERS, rounds, spread("shared", row));
            run.bytes.put(rounds, number(row, "all_bytes", 0));
            if (row.getAs("elapsed") != null) {
                run.seconds.put(rounds, row.<Double>getAs("elapsed") / MILLIS);
                run.elapsedMillis = Math.max(run.elapsedMillis, row.<Double>getAs("elapsed"));
            }
            for (int i = 0; i < TOTALS.length; i++) {
                run.totals[i] += number(row, TOTALS[i], 0);
            }
        });
    }

    private void evaluations() {
        List<Column> aggregates = new ArrayList<>();
        aggregates.addAll(spread("accuracy", col("accuracy_percent")));
        aggregates.addAll(spread("loss", col("loss")));
        aggregates.addAll(spread("rmse", col("rmse")));
        aggregates.add(avg("elapsed_ms").as("elapsed"));
        aggregates.add(sum("evaluation_ms").as("evaluation"));
        each(grouped(results.table(ResultTable.EVALUATIONS).groupBy("run", "part", "rounds"), aggregates), (run, row) -> {
            int rounds = row.getAs("rounds");
            Metric[] metrics = ofPart(row.getAs("part"));
            if (metrics.length > 0) {
                run.put(metrics[0], rounds, spread("accuracy", row));
                run.put(metrics[1], rounds, spread("loss", row));
                run.put(metrics[2], rounds, spread("rmse", row));
            }
            if (EvaluationRecord.TEST.equals(row.getAs("part")) && row.getAs("elapsed") != null) {
                run.seconds.put(rounds, row.<Double>getAs("elapsed") / MILLIS);
            }
            run.evaluationMillis += number(row, "evaluation", 0);
        });
    }

    private static Metric[] ofPart(String part) {
        return switch (part) {
            case EvaluationRecord.TEST -> new Metric[] {Metric.TEST_ACCURACY, Metric.TEST_LOSS, Metric.TEST_RMSE};
            case EvaluationRecord.VALIDATION -> new Metric[] {Metric.VALIDATION_ACCURACY, Metric.VALIDATION_LOSS, Metric.VALIDATION_RMSE};
            case EvaluationRecord.TRAIN -> new Metric[] {Metric.TRAIN_ACCURACY, Metric.TRAIN_LOSS, Metric.TRAIN_RMSE};
            default -> new Metric[0];
        };
    }

    private void averages() {
        each(results.table(ResultTable.AVERAGES).filter(col("part").equalTo(EvaluationRecord.TEST)), (run, row) -> {
            int rounds = row.getAs("rounds");
            run.put(Metric.AVERAGED_ACCURACY, rounds, single(row, "accuracy_percent"));
            run.put(Metric.AVERAGED_LOSS, rounds, single(row, "loss"));
            run.put(Metric.AVERAGED_RMSE, rounds, single(row, "rmse"));
            run.put(Metric.CONSENSUS_DISTANCE, rounds, single(row, "consensus_distance"));
        });
    }

    private void finalScores() {
        Dataset<Row> last = results.table(ResultTable.EVALUATIONS).filter(col("part").equalTo(EvaluationRecord.TEST)).groupBy("run", "node")
            .agg(max_by(col("accuracy_percent"), col("rounds")).as("accuracy"), max_by(col("rmse"), col("rounds")).as("rmse"));
        each(last, (run, row) -> {
            Double score = row.getAs("accuracy") != null ? row.<Double>getAs("accuracy") : row.<Double>getAs("rmse");
            if (score != null) {
                run.finalScores.add(score);
            }
        });
    }

    private void shares() {
        each(results.table(ResultTable.SHARES).groupBy("run", "percent").agg(avg("shares").as("mean")),
            (run, row) -> run.shares.put(row.<Integer>getAs("percent"), row.<Double>getAs("mean")));
    }

    private void labels() {
        each(results.table(ResultTable.LABELS).orderBy("run", "node", "label"), (run, row) ->
            run.labels.add(new int[] {row.getAs("node"), row.getAs("label"), (int) Math.min(Integer.MAX_VALUE, row.<Long>getAs("samples"))}));
    }

    private void classes() {
        Dataset<Row> test = results.table(ResultTable.CLASSES).filter(col("part").equalTo(EvaluationRecord.TEST).and(col("node").geq(0)));
        Dataset<Row> last = test.groupBy("run", "node", "label").agg(max_by(col("accuracy_percent"), col("rounds")).as("accuracy"));
        each(last.groupBy("run", "label").agg(avg("accuracy").as("accuracy")), (run, row) -> {
            if (row.getAs("accuracy") != null) {
                run.classes.put(row.<Integer>getAs("label"), row.<Double>getAs("accuracy"));
            }
        });
    }

    private void failures() {
        Dataset<Row> failures = results.table(ResultTable.FAILURES);
        each(failures.groupBy("run", "kind").agg(count(lit(1)).as("count")).orderBy("run", "kind"),
            (run, row) -> run.failures.put(row.getAs("kind"), row.<Long>getAs("count")));
        for (String id : byRun.keySet()) {
            if (!byRun.get(id).failures.isEmpty()) {
                each(failures.filter(col("run").equalTo(id)).orderBy("round", "node", "peer").limit(FAILURES_SHOWN), (run, row) -> run.firstFailures.add(line(row)));
            }
        }
    }

    private static String line(Row row) {
        Integer peer = row.getAs("peer");
        return "round " + row.getAs("round") + ", node " + row.getAs("node") + (peer == null || peer < 0 ? "" : ", peer " + peer) + ": "
            + row.getAs("kind") + ": " + row.getAs("message");
    }

    private static RunTables tables(Row row, Gathered run) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        for (String column : row.schema().fieldNames()) {
            provenance.put(column, row.getAs(column));
        }
        int nodes = Math.max(1, row.getAs("nodes") == null ? 1 : row.<Integer>getAs("nodes"));
        double[] perNode = Arrays.stream(run.totals).map(total -> total / nodes).toArray();
        RunTables.Totals totals = new RunTables.Totals(perNode[0] / MEGA, perNode[1] / MEGA, perNode[2] / MEGA,
            perNode[3] / MILLIS, perNode[4] / MILLIS, perNode[5] / MILLIS, perNode[6] / MILLIS, run.evaluationMillis / nodes / MILLIS, run.elapsedMillis / MILLIS);
        return new RunTables(provenance, run.metrics, run.seconds, cumulativeMegabytes(run.bytes, nodes), totals,
            run.finalScores.stream().mapToDouble(Double::doubleValue).sorted().toArray(), run.shares.values().stream().mapToDouble(Double::doubleValue).toArray(),
            histogram(run.labels, nodes), run.classes, run.failures, run.firstFailures);
    }

    private static NavigableMap<Integer, Double> cumulativeMegabytes(NavigableMap<Integer, Double> bytes, int nodes) {
        NavigableMap<Integer, Double> cumulative = new TreeMap<>();
        double sum = 0;
        for (Map.Entry<Integer, Double> round : bytes.entrySet()) {
            sum += round.getValue();
            cumulative.put(round.getKey(), sum / nodes / MEGA);
        }
        return cumulative;
    }

    private static long[][] histogram(List<int[]> counts, int nodes) {
        int labels = 1 + counts.stream().mapToInt(count -> count[1]).max().orElse(-1);
        long[][] histogram = new long[labels == 0 ? 0 : nodes][labels];
        counts.stream().filter(count -> count[0] < histogram.length).forEach(count -> histogram[count[0]][count[1]] = count[2]);
        return histogram;
    }

    private static Dataset<Row> grouped(org.apache.spark.sql.RelationalGroupedDataset groups, List<Column> aggregates) {
        return groups.agg(aggregates.get(0), aggregates.subList(1, aggregates.size()).toArray(Column[]::new));
    }

    /** The aggregates from which {@link #spread(String, Row)} makes a spread. */
    private static List<Column> spread(String name, Column value) {
        return List.of(avg(value).as(name + "_mean"), stddev_pop(value).as(name + "_std"), min(value).cast("double").as(name + "_min"),
            max(value).cast("double").as(name + "_max"), count(value).as(name + "_count"));
    }

    /** Null if no node had a value. */
    private static Spread spread(String name, Row row) {
        Function<String, Double> of = what -> row.<Double>getAs(name + what);
        return row.getAs(name + "_mean") == null ? null
            : new Spread(of.apply("_mean"), of.apply("_std"), of.apply("_min"), of.apply("_max"), row.<Long>getAs(name + "_count"));
    }

    private static Spread single(Row row, String column) {
        Double value = row.getAs(column);
        return value == null ? null : new Spread(value, 0, value, value, 1);
    }

    private static double number(Row row, String column, double otherwise) {
        return row.getAs(column) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
