package io.starling.launcher;

import static io.starling.launcher.StarlingTest.starling;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.StarlingTest.Said;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.ResultsFolder;
import io.starling.spark.results.ResultsWriter;
import io.starling.spark.results.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code starling sql} and {@code starling report} on runs that are going on, as their tables are then. */
class ResultsCommandsTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void write() {
        for (int seed = 1; seed <= 2; seed++) {
            ResultsFolder run = ResultsFolder.create(folder.resolve("results").toString(), "r-" + seed, new Configuration());
            try (ResultsWriter writer = new ResultsWriter(run, "r-" + seed, "executor-0")) {
                writer.add(ResultTable.RUNS, new RunRecord("r", "running", "2026-01-01T00:00:00Z", null, 2, 3, seed, 0, 1, 60, 70, 100, 10,
                    "{\"name\":\"r\",\"seed\":" + seed + "}", "v", "g", "s", "local", "17", "here"));
                writer.evaluation(new EvaluationRecord(0, 0, 1, EvaluationRecord.TEST, 100, 1, 50 + seed, Double.NaN, 10, 1));
                writer.evaluation(new EvaluationRecord(1, 0, 1, EvaluationRecord.TEST, 100, 1, 60 + seed, Double.NaN, 10, 1));
                writer.failure(new FailureRecord(1, 0, 2, "missing", 0, 5, "two\nlines, \"quoted\""));
            }
        }
    }

    private static Said sql(String query, String... more) {
        String[] arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"sql", folder.resolve("results").toString(), "-e", query}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return starling(arguments);
    }

    @Test
    void answersAsTableCsvAndJson() {
        String query = "SELECT run, avg(accuracy_percent) AS accuracy, max(rmse) AS rmse FROM evaluations GROUP BY run ORDER BY run";
        assertThat(sql(query).out()).isEqualTo("run  accuracy  rmse\nr-1  56.0      null\nr-2  57.0      null\n");
        assertThat(sql(query, "--csv").out()).isEqualTo("run,accuracy,rmse\nr-1,56.0,\nr-2,57.0,\n");
        assertThat(sql(query, "--json").out()).isEqualTo("{\"run\":\"r-1\",\"accuracy\":56.0,\"rmse\":null}\n{\"run\":\"r-2\",\"accuracy\":57.0,\"rmse\":null}\n");
        String failures = "SELECT message FROM failures WHERE run = 'r-1'";
        assertThat(sql(failures).out()).isEqualTo("message\ntwo\\nlines, \"quoted\"\n");
        assertThat(sql(failures, "--csv").out()).isEqualTo("message\n\"two\nlines, \"\"quoted\"\"\"\n");
    }

    @Test
    void wrongQueriesAreExplained() {
        Said said = sql("SELECT accuracy FROM evaluation");
        assertThat(said.code()).isEqualTo(Starling.BAD_INPUT);
        assertThat(said.err()).contains("TABLE_OR_VIEW_NOT_FOUND").contains("The tables are: runs, rounds, evaluations, ").doesNotContain("\tat ");
        assertThat(sql("SELEKT 1").code()).isEqualTo(Starling.BAD_INPUT);
    }

    @Test
    void reportsOfRunsThatGoOn() throws Exception {
        Path page = folder.resolve("report.html");
        Said said = starling("report", folder.resolve("results").toString(), "--html", page.toString(), "--csv", folder.resolve("csv").toString(), "--title", "Two seeds");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("running");
        assertThat(Files.readString(page)).contains("<title>Two seeds</title>").contains("56.50 ±");
        assertThat(folder.resolve("csv/test_accuracy_percent.csv")).exists();
        Said refused = starling("report", folder.resolve("results").toString(), "--html", folder.resolve("none/report.html").toString());
        assertThat(refused.code()).isEqualTo(Starling.BAD_INPUT);
        assertThat(refused.err()).contains("none/report.html cannot be written").doesNotContain("\tat ");
    }
}
