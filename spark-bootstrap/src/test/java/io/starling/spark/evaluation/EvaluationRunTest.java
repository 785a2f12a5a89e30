package io.starling.spark.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.spark.ClusterRun;
import io.starling.spark.LocalSpark;
import io.starling.spark.RunListener;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is evaluated, when and by whom, in whole runs. */
class EvaluationRunTest {
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(4);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static final class Silent implements RunListener {
        @Override
        public void say(String message) {
            // Nobody listens.
        }

        @Override
        public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
            // Nobody watches.
        }
    }

    private Summary run(String more) throws Exception {
        Experiment experiment = Experiment.parse("name = test, nodes = 4, rounds = 8, graph.kind = ring, dataset { kind = synthetic, "
            + "synthetic { train = 203, test = 100, features = 8, classes = 4, noise = 0.5 } }, model.name = logistic, training { lr = 0.2, local-steps = 3 }, "
            + "evaluation.every = 4, results.path = \"" + folder + "\"\n" + more, List.of());
        try (ClusterRun run = ClusterRun.plan(spark, experiment, new Silent())) {
            return run.execute();
        }
    }

    private Dataset<Row> table(Summary run, ResultTable<?> table) {
        return Results.open(spark, List.of(folder.resolve(run.run()).toString())).table(table);
    }

    @Test
    void bothModesAgreeWhereAllModelsAreTheSame() throws Exception {
        Summary run = run("graph.kind = complete, evaluation.mode = both");
        assertThat(run.consensusDistance()).isLessThan(1e-5);
        assertThat(run.averagedLoss()).isCloseTo(run.loss(), within(1e-5));
        assertThat(table(run, ResultTable.AVERAGES).select("rounds", "models").collectAsList()).extracting(Row::toString).containsExactly("[4,4]", "[8,4]");
        assertThat(Files.exists(folder.resolve(run.run()).resolve("snapshots"))).isFalse();
    }

    @Test
    void theMeanAloneIsEvaluatedOnce() throws Exception {
        Summary run = run("evaluation { mode = averaged, schedule = at, at = [1, 5] }, dataset.partitioner = shards");
        assertThat(table(run, ResultTable.EVALUATIONS).count()).isZero();
        assertThat(table(run, ResultTable.AVERAGES).orderBy("rounds").select("rounds").collectAsList()).extracting(r -> r.getInt(0)).containsExactly(1, 5, 8);
        assertThat(run.accuracyMean()).isNull();
        assertThat(run.consensusDistance()).isPositive();
    }

    @Test
    void aNodeThatFailsIsMissingInTheMean() throws Exception {
        Summary run = run("evaluation.mode = averaged, overrides = [{nodes = \"2\", sharing.method = \"io.starling.spark.ClusterRunTest$FailsAtThree\"}]");
        assertThat(run.status()).isEqualTo("degraded");
        assertThat(table(run, ResultTable.AVERAGES).select("models").distinct().collectAsList()).extracting(r -> r.getInt(0)).containsExactly(3);
    }

    @Test
    void chosenNodesPartsAndClasses() throws Exception {
        Summary run = run("evaluation { nodes = \"0, 2\", train = true, per-class = true }, dataset.validation-fraction = 0.2, evaluation.samples = 40");
        assertThat(table(run, ResultTable.EVALUATIONS).groupBy("part", "node").count().orderBy("part", "node").collectAsList()).extracting(Row::toString)
            .containsExactly("[test,0,2]", "[test,2,2]", "[train,0,2]", "[train,2,2]", "[validation,0,2]", "[validation,2,2]");
        assertThat(table(run, ResultTable.EVALUATIONS).filter("part = 'test'").select("samples").distinct().collectAsList()).extracting(r -> r.getLong(0))
            .containsExactly(40L);
        assertThat(table(run, ResultTable.CLASSES).filter("part = 'test' and node = 0 and rounds = 8").selectExpr("sum(samples)").first().getLong(0)).isEqualTo(40);
    }

    @Test
    void anEpochInSoManyRounds() throws Exception {
        Summary run = run("training { rounds-per-epoch = 4, batch-size = 10 }");
        // 203 samples on 4 nodes are 51 or 50: 6 or 5 batches in 4 rounds.
        assertThat(table(run, ResultTable.ROUNDS).groupBy("node").agg(org.apache.spark.sql.functions.sum("steps")).collectAsList())
            .extracting(r -> r.getLong(1)).containsExactlyInAnyOrder(12L, 12L, 12L, 10L);
    }

    @Test
    void whatCannotBeIsRefusedBeforeTheStart() {
        assertThatThrownBy(() -> run("evaluation.nodes = \"0-4\"")).isInstanceOf(UserError.class).hasMessageContaining("the last one is node 3");
        assertThatThrownBy(() -> run("training { local-epochs = 1, rounds-per-epoch = 2 }")).isInstanceOf(UserError.class).hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> run("dataset.partitioner = by-user")).isInstanceOf(UserError.class).hasMessageContaining("by-user");
        assertThatThrownBy(() -> run("dataset { partitioner = sized, fractions = [1, 2] }")).isInstanceOf(UserError.class).hasMessageContaining("2 numbers");
        assertThatThrownBy(() -> run("dataset { partitioner = file, partition-file = none }")).isInstanceOf(UserError.class).hasMessageContaining("dataset.partition-file");
    }
}
