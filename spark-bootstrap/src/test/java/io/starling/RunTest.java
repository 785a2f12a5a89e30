package io.starling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.spark.LocalSpark;
import io.starling.spark.RunFailed;
import io.starling.spark.results.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs' and notebooks' way to run things, in a session that is the user's. */
class RunTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(5);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private String conf(String more) {
        return "name = note, nodes = 4, rounds = 6, graph.kind = ring, dataset { kind = synthetic, synthetic { train = 80, test = 40, features = 6, classes = 3 } }, "
            + "model.name = logistic, training.lr = 0.2, evaluation.every = 3, results.path = \"" + folder + "\", " + more;
    }

    @Test
    void twoRunsOneAfterTheOtherInTheUsersSession() throws Exception {
        String shuffles = spark.conf().get("spark.sql.shuffle.partitions");
        Run first = Starling.run(spark, conf(""));
        Summary summary = first.await(LONG);
        assertThat(first.state()).isEqualTo(Run.State.FINISHED);
        assertThat(first.isOver()).isTrue();
        assertThat(first.progress().round()).isEqualTo(6);
        assertThat(first.progress().toString()).startsWith("finished: round 6/6  accuracy ");
        assertThat(first.table("rounds").count()).isEqualTo(4 * 6);
        assertThat(first.table("evaluations").count()).isEqualTo(4 * 2);

        Path file = Files.writeString(folder.resolve("x.conf"), conf(""));
        Run second = Starling.runFile(spark, file.toString(), "rounds=3");
        assertThat(second.await(LONG).rounds()).isEqualTo(3);
        second.createViews();
        assertThat(spark.sql("SELECT DISTINCT run FROM rounds").first().getString(0)).isEqualTo(second.id()).isNotEqualTo(first.id());
        assertThat(Starling.open(spark, folder.toString()).table("rounds").count()).isEqualTo(4 * 6 + 4 * 3);

        Run again = Starling.run(spark, conf(""));
        assertThat(again.await(LONG).accuracyMean()).isEqualTo(summary.accuracyMean());
        assertThat(spark.sparkContext().isStopped()).isFalse();
        assertThat(spark.conf().get("spark.sql.shuffle.partitions")).isEqualTo(shuffles);
        assertThat(spark.range(10).count()).isEqualTo(10);
    }

    @Test
    void aCancelledRunEndsWithinTenSecondsAndKeepsItsResults() throws Exception {
        try (Run run = Starling.run(spark, conf("rounds = 1000000, evaluation.every = 0"))) {
            cancelOnceItIsGoing(run);
        }
        assertThat(Starling.run(spark, conf("")).await(LONG).status()).as("the session is as good as before").isEqualTo("finished");
    }

    private static void cancelOnceItIsGoing(Run run) throws Exception {
        assertThat(run.toString()).contains(run.id());
        // One task slot is left for queries.
        while (run.progress().round() < 5 || run.table("rounds").isEmpty()) {
            assertThat(run.isOver()).as(run::toString).isFalse();
            Thread.sleep(20);
        }
        assertThatThrownBy(() -> run.await(Duration.ofMillis(10))).isInstanceOf(TimeoutException.class).hasMessageContaining("it goes on: ");
        assertThat(run.table("runs").first().<String>getAs("status")).isEqualTo("running");
        assertThat(run.cancel()).as("over within ten seconds").isTrue();
        assertThat(run.state()).isEqualTo(Run.State.CANCELLED);
        assertThat(run.table("rounds").count()).isGreaterThanOrEqualTo(4);
        assertThatThrownBy(() -> run.await(LONG)).isInstanceOf(RunFailed.class).hasMessageContaining("was cancelled").hasMessageContaining(run.resultsPath());
        assertThat(run.summary()).isPresent();
        assertThat(run.cancel()).as("once more does nothing").isTrue();
    }

    @Test
    void aRunMayBeCancelledAtOnce() throws Exception {
        try (Run run = Starling.run(spark, conf("rounds = 1000000"))) {
            assertThat(run.cancel()).isTrue();
            assertThat(run.state()).isEqualTo(Run.State.CANCELLED);
            assertThat(run.table("rounds").count()).isNotNegative();
        }
    }

    @Test
    void whatCannotBeUsedIsRefusedAtOnce() {
        assertThatThrownBy(() -> Starling.run(spark, conf("nodes = 9"))).isInstanceOf(UserError.class).hasMessageContaining("has 5");
        assertThatThrownBy(() -> Starling.run(spark, conf(""), "round=3")).isInstanceOf(UserError.class).hasMessageContaining("Did you mean rounds?");
        assertThatThrownBy(() -> Starling.runFile(spark, folder + "/none.conf")).isInstanceOf(UserError.class).hasMessageContaining("none.conf cannot be read");
        assertThatThrownBy(() -> Starling.open(spark, folder + "/none")).isInstanceOf(UserError.class).hasMessageContaining("There are no results in");
        assertThatThrownBy(() -> {
            try (Run run = Starling.run(spark, conf("ui.enabled = false"))) {
                assertThat(run.url()).isEmpty();
                run.table("round");
            }
        }).isInstanceOf(UserError.class).hasMessageContaining("There is no table round");
    }
}
