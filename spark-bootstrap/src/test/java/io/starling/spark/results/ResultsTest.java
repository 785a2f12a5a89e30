package io.starling.spark.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Traffic;
import io.starling.config.UserError;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.RoundRecord;
import io.starling.spark.LocalSpark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(2);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static RunRecord run(String status, int finished) {
        return new RunRecord("test", status, "2026-01-01T00:00:00Z", status.equals("running") ? null : "2026-01-01T00:01:00Z", 2, 3, 1, finished, 1, 60, 70, 100,
            10, "{}", "v", "g", "s", "local", "17", "here");
    }

    private static RoundRecord round(int node, int round) {
        return new RoundRecord(node, 0, round, 100L * (round + 1), 0.5, 1, 8, 1, 0, 1, 2, 3, new Traffic(1, 1000, 10, 1, 1, 2000, 20, 2, 0), 250, 1, 0, 5);
    }

    private static EvaluationRecord evaluation(int node, int rounds, double accuracy) {
        return new EvaluationRecord(node, 0, rounds, EvaluationRecord.TEST, 100, accuracy == 0 ? Double.NaN : 1, accuracy, Double.NaN, 10, 1);
    }

    private ResultsFolder write(String id, boolean over) {
        ResultsFolder run = ResultsFolder.create(folder.toString(), id, new Configuration());
        try (ResultsWriter writer = new ResultsWriter(run, id, "executor-0")) {
            writer.add(ResultTable.RUNS, run("running", 0));
            for (int round = 0; round < 3; round++) {
                writer.round(round(0, round));
                writer.round(round(1, round));
            }
            writer.evaluation(evaluation(0, 1, 10));
            writer.evaluation(evaluation(0, 3, 80));
            writer.evaluation(evaluation(1, 3, 90));
            writer.failure(new FailureRecord(1, 0, 2, "missing", 0, 5, "a \"quoted\"\nmessage"));
            if (over) {
                writer.add(ResultTable.RUNS, run("finished", 2));
            }
        }
        return run;
    }

    private static void checkNumbers(Summary summary) {
        assertThat(summary.accuracyMean()).isEqualTo(85);
        assertThat(summary.accuracyStd()).isEqualTo(5);
        assertThat(summary.accuracyMin()).isEqualTo(80);
        assertThat(summary.accuracyMax()).isEqualTo(90);
        assertThat(summary.bytesSent()).isEqualTo(6 * 1011);
        assertThat(summary.bytesReceived()).isEqualTo(6 * 2022);
        assertThat(summary.secondsPerRound()).isEqualTo(0.1);
        assertThat(summary.failures()).isEqualTo(1);
    }

    @Test
    void readableWhileTheRunGoesOnAndEqualAfterwards() throws Exception {
        ResultsFolder going = write("going", false);
        Summary live = Summary.of(Results.open(spark, List.of(going.path().toString()))).get(0);
        assertThat(live.status()).isEqualTo("running");
        checkNumbers(live);

        ResultsFolder over = write("over", true);
        Results.compact(spark, over);
        assertThat(Files.exists(folder.resolve("over/live"))).isFalse();
        assertThat(Files.exists(folder.resolve("over/rounds/_SUCCESS"))).isTrue();
        Summary done = Summary.of(Results.open(spark, List.of(over.path().toString()))).get(0);
        assertThat(done.status()).isEqualTo("finished");
        assertThat(done.nodesFinished()).isEqualTo(2);
        checkNumbers(done);

        assertThat(Summary.of(Results.open(spark, List.of(folder.toString())))).hasSize(2);
    }

    @Test
    void viewsAreOpenToSql() throws Exception {
        ResultsFolder over = write("sql", true);
        Results.compact(spark, over);
        Results.open(spark, List.of(over.path().toString())).createViews();
        assertThat(spark.sql("SELECT message FROM failures WHERE kind = 'missing'").first().getString(0)).isEqualTo("a \"quoted\"\nmessage");
        assertThat(spark.sql("SELECT count(*) FROM rounds").first().getLong(0)).isEqualTo(6);
        assertThat(spark.sql("SELECT rmse FROM evaluations").first().isNullAt(0)).isTrue();
        assertThat(spark.sql("SELECT * FROM labels").count()).isZero();
    }

    @Test
    void aRunHasOneRowEvenIfItWasCancelled() {
        ResultsFolder cancelled = write("cancelled", true);
        List<Row> runs = Results.open(spark, List.of(cancelled.path().toString())).table(ResultTable.RUNS).collectAsList();
        assertThat(runs).hasSize(1);
        assertThat(runs.get(0).<String>getAs("status")).isEqualTo("finished");
    }

    @Test
    void aRunThatEndsWhileItIsReadIsReadAgain() {
        ResultsFolder run = write("ending", true);
        AtomicInteger reads = new AtomicInteger();
        long rows = Results.read(spark, List.of(run.path().toString()), results -> {
            Dataset<Row> rounds = results.table(ResultTable.ROUNDS);
            if (reads.getAndIncrement() == 0) {
                try {
                    Results.compact(spark, run);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return (long) rounds.collectAsList().size();
        });
        assertThat(rows).isEqualTo(6);
        assertThat(reads).hasValue(2);
    }

    @Test
    void anUnwritableFolderIsRefusedAndAMissingOneSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> ResultsFolder.create(file.toString(), "r", new Configuration())).isInstanceOf(UserError.class).hasMessageContaining("results.path = " + file);
        assertThatThrownBy(() -> Results.open(spark, List.of(folder.resolve("none").toString()))).isInstanceOf(UserError.class).hasMessageContaining("no results in");
    }

    @Test
    void whatCannotBeWrittenIsDroppedAndCounted() throws Exception {
        ResultsFolder run = ResultsFolder.create(folder.toString(), "full", new Configuration());
        Files.writeString(folder.resolve("full/live"), "a file where a folder should be");
        ResultsWriter writer = new ResultsWriter(run, "full", "executor-0");
        writer.round(round(0, 0));
        writer.round(round(0, 1));
        writer.close();
        assertThat(writer.dropped()).isEqualTo(2);
    }

    private static long lines(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whoAsksKnowsThatEverythingIsWritten() throws Exception {
        ResultsFolder run = ResultsFolder.create(folder.toString(), "now", new Configuration());
        try (ResultsWriter writer = new ResultsWriter(run, "now", "executor-0")) {
            for (int round = 0; round < 20; round++) {
                writer.round(round(0, round));
                writer.flush();
                try (var files = Files.list(folder.resolve("now/live/rounds"))) {
                    assertThat(files.filter(f -> f.toString().endsWith("jsonl")).mapToLong(f -> lines(f)).sum()).isEqualTo(round + 1);
                }
            }
        }
    }

    @Test
    void aStoreThatComesBackGetsWhatItMissed() throws Exception {
        ResultsFolder run = ResultsFolder.create(folder.toString(), "away", new Configuration());
        Files.writeString(folder.resolve("away/live"), "a file where a folder should be");
        ResultsWriter writer = new ResultsWriter(run, "away", "executor-0");
        writer.round(round(0, 0));
        // The first attempt is after a second.
        Thread.sleep(1500);
        writer.round(round(0, 1));
        Files.delete(folder.resolve("away/live"));
        writer.close();
        assertThat(writer.dropped()).isZero();
        try (var files = Files.list(folder.resolve("away/live/rounds"))) {
            assertThat(files.filter(f -> f.toString().endsWith("jsonl")).mapToLong(f -> lines(f)).sum()).isEqualTo(2);
        }
    }
}
