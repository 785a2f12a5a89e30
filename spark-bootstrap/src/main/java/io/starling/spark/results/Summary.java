package io.starling.spark.results;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.stddev_pop;
import static org.apache.spark.sql.functions.sum;

import io.starling.metrics.EvaluationRecord;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What a run came to, computed from its tables by Spark SQL.
 *
 * @param accuracyMean    percent, over the nodes' own models at their last evaluation; likewise std, min, max; null before the first
 * @param loss              mean test loss over the nodes; likewise rmse, for predicted numbers
 * @param averagedAccuracy  percent, of the mean of all nodes' models; null unless asked for by evaluation.mode
 * @param consensusDistance mean distance of a node's model from that mean
 * @param secondsPerRound mean over the nodes of the time a round took, evaluations included
 * @param failures        rows of the table of failures
 */
public record Summary(
        String run, String name, String status, int nodes, int nodesFinished, int rounds,
        Double accuracyMean, Double accuracyStd, Double accuracyMin, Double accuracyMax, Double loss, Double rmse,
        Double averagedAccuracy, Double averagedLoss, Double consensusDistance,
        long bytesSent, long bytesReceived, double wallSeconds, double cpuSeconds, Double secondsPerRound, long failures) {

    private static final int DIGITS = 9;

    /** One for every run, in the order they were started. */
    public static List<Summary> of(Results results) {
        Dataset<Row> lastEvaluations = results.table(ResultTable.EVALUATIONS).filter(onTest()).groupBy("run", "node")
            .agg(max_by(col("accuracy_percent"), col("rounds")).as("accuracy"), max_by(col("loss"), col("rounds")).as("loss"),
                max_by(col("rmse"), col("rounds")).as("rmse"));
        // Sums depend in their last bits on the order of rows; rounding makes equal runs give equal summaries.
        Dataset<Row> accuracy = lastEvaluations.groupBy("run").agg(round(avg("accuracy"), DIGITS).as("accuracy_mean"),
            round(stddev_pop("accuracy"), DIGITS).as("accuracy_std"), min("accuracy").as("accuracy_min"), max("accuracy").as("accuracy_max"),
            round(avg("loss"), DIGITS).as("loss"), round(avg("rmse"), DIGITS).as("rmse"));
        Dataset<Row> averaged = results.table(ResultTable.AVERAGES).filter(onTest()).groupBy("run").agg(
            round(max_by(col("accuracy_percent"), col("rounds")), DIGITS).as("averaged_accuracy"),
            round(max_by(col("loss"), col("rounds")), DIGITS).as("averaged_loss"),
            round(max_by(col("consensus_distance"), col("rounds")), DIGITS).as("consensus_distance"));
        Dataset<Row> rounds = results.table(ResultTable.ROUNDS);
        Dataset<Row> traffic = rounds.groupBy("run").agg(
            sum(col("payload_sent_bytes").plus(col("metadata_sent_bytes")).plus(col("framing_sent_bytes"))).as("bytes_sent"),
            sum(col("payload_received_bytes").plus(col("metadata_received_bytes")).plus(col("framing_received_bytes"))).as("bytes_received"));
        Dataset<Row> pace = rounds.groupBy("run", "node").agg(max("elapsed_ms").divide(count(lit(1))).divide(1000.0).as("seconds"))
            .groupBy("run").agg(avg("seconds").as("seconds_per_round"));
        Dataset<Row> failures = results.table(ResultTable.FAILURES).groupBy("run").agg(count(lit(1)).as("failures"));
        Dataset<Row> runs = results.table(ResultTable.RUNS)
            .select("run", "name", "status", "started", "nodes", "nodes_finished", "rounds", "wall_seconds", "cpu_seconds");
        return runs.join(accuracy, toSeq("run"), "left").join(averaged, toSeq("run"), "left").join(traffic, toSeq("run"), "left").join(pace, toSeq("run"), "left")
            .join(failures, toSeq("run"), "left").orderBy("started", "run")
            .withColumn("failures", coalesce(col("failures"), lit(0L)))
            // Other frameworks' runs do not say.
            .withColumn("wall_seconds", coalesce(col("wall_seconds"), lit(Double.NaN))).withColumn("cpu_seconds", coalesce(col("cpu_seconds"), lit(Double.NaN)))
            .withColumn("bytes_sent", coalesce(col("bytes_sent"), lit(0L))).withColumn("bytes_received", coalesce(col("bytes_received"), lit(0L)))
            .collectAsList().stream().map(Summary::of).toList();
    }

    private static Column onTest() {
        return col("part").equalTo(EvaluationRecord.TEST);
    }

    private static scala.collection.Seq<String> toSeq(String column) {
        return scala.collection.JavaConverters.asScalaBuffer(List.of(column));
    }

    private static Summary of(Row row) {
        return new Summary(row.getAs("run"), row.getAs("name"), row.getAs("status"), row.getAs("nodes"), row.getAs("nodes_finished"), row.getAs("rounds"),
            row.getAs("accuracy_mean"), row.getAs("accuracy_std"), row.getAs("accuracy_min"), row.getAs("accuracy_max"), row.getAs("loss"), row.getAs("rmse"),
            row.getAs("averaged_accuracy"), row.getAs("averaged_loss"), row.getAs("consensus_distance"),
            row.getAs("bytes_sent"), row.getAs("bytes_received"), row.getAs("wall_seconds"), row.getAs("cpu_seconds"),
            row.getAs("seconds_per_round"), row.getAs("failures"));
    }
}
