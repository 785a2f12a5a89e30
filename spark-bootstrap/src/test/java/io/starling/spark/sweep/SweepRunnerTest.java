package io.starling.spark.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.Sweep;
import io.starling.spark.LocalSpark;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.report.Comparison;
import io.starling.spark.report.RunTables;
import io.starling.spark.results.Results;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps in a local session with slots for two runs at a time. */
class SweepRunnerTest {
    private static final int SLOTS = 6;
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(SLOTS);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static final class Heard implements SweepListener {
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void began(int number, String label, boolean foundFinished) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            if (!foundFinished) {
                begun.add(label);
            }
        }

        @Override
        public void progress(int number, String label, Roster.Progress progress, int rounds, double seconds) {
            // of no interest here
        }

        @Override
        public void ended(SweepRunner.Outcome outcome) {
            now.decrementAndGet();
        }
    }

    private List<Sweep.Member> members(String more) throws Exception {
        return Sweep.load(Files.writeString(folder.resolve("sweep.conf"), """
            name = s
            experiment { nodes = 3, rounds = 4, graph.kind = ring, dataset { kind = synthetic, synthetic { train = 60, test = 40, features = 6, classes = 3 } }, model.name = logistic
              evaluation.every = 2 }
            """ + more), List.of()).members();
    }

    private List<SweepRunner.Outcome> run(List<Sweep.Member> members, Heard heard) throws Exception {
        return new SweepRunner(spark, members, folder.resolve("r").toString(), 0, SLOTS, heard).run();
    }

    @Test
    void goesOnWhereItWasAndPastRunsThatFail() throws Exception {
        List<Sweep.Member> some = members("grid { training.lr = [0.1] }, seeds = [1, 2]");
        assertThat(run(some, new Heard())).allMatch(SweepRunner.Outcome::isFinished).noneMatch(SweepRunner.Outcome::found);

        Heard heard = new Heard();
        List<SweepRunner.Outcome> outcomes = run(members("grid { training.lr = [0.1, 3e38, 0.2] }, seeds = [1, 2]"), heard);
        assertThat(outcomes).extracting(SweepRunner.Outcome::number).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(outcomes).extracting(SweepRunner.Outcome::found).containsExactly(true, true, false, false, false, false);
        assertThat(outcomes).extracting(SweepRunner.Outcome::isFinished).containsExactly(true, true, false, false, true, true);
        assertThat(outcomes.get(2).failure()).contains("no node finished").contains("diverged");
        assertThat(heard.begun).hasSize(4);
        assertThat(heard.most).as("runs at a time").hasValueBetween(2, 3); // a found one counts for a moment

        List<RunTables> tables = Results.read(spark, outcomes.stream().filter(SweepRunner.Outcome::isFinished).map(SweepRunner.Outcome::resultsPath).toList(), RunTables::of);
        Comparison comparison = Comparison.of(tables, null);
        assertThat(comparison.rows()).extracting(Comparison.Line::label).containsExactly("s: training.lr=0.1", "s: training.lr=0.2");
        assertThat(comparison.rows().get(1).test().n()).isEqualTo(2);
        assertThat(comparison.rows()).allSatisfy(line -> assertThat(line.bySeed()).containsOnlyKeys(1L, 2L));
        assertThat(comparison.ranking().get(0).mean()).isGreaterThanOrEqualTo(comparison.ranking().get(1).mean());
    }

    @Test
    void runsThatNeedMoreSlotsThanThereAreFailAndTheOthersGoOn() throws Exception {
        List<SweepRunner.Outcome> outcomes = run(members("grid { nodes = [3, 9, 4] }"), new Heard());
        assertThat(outcomes).extracting(SweepRunner.Outcome::isFinished).containsExactly(true, false, true);
        assertThat(outcomes.get(1).failure()).contains("nodes = 9 need as many task slots");
        assertThat(outcomes.get(1).resultsPath()).isNull();
    }

    @Test
    void twoAtATimeGiveTheSameNumbersAsOneAfterTheOther() throws Exception {
        List<Sweep.Member> members = members("seeds = [3, 4]");
        List<Double> together = run(members, new Heard()).stream().map(outcome -> outcome.summary().loss()).toList();
        List<Double> alone = new SweepRunner(spark, members, folder.resolve("alone").toString(), 1, SLOTS, new Heard()).run().stream()
            .map(outcome -> outcome.summary().loss()).toList();
        assertThat(alone).isEqualTo(together);
    }

    @Test
    void aCancelledSweepEndsSoonAndStartsNothingMore() throws Exception {
        Heard heard = new Heard();
        SweepRunner runner = new SweepRunner(spark, members("experiment.rounds = 1000000, experiment.evaluation.every = 0, seeds = [1, 2, 3, 4]"),
            folder.resolve("r").toString(), 1, SLOTS, heard);
        CompletableFuture<List<SweepRunner.Outcome>> end = CompletableFuture.supplyAsync(() -> {
            try {
                return runner.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        while (heard.begun.isEmpty()) {
            Thread.sleep(10);
        }
        runner.cancel("enough");
        assertThat(end.get(60, TimeUnit.SECONDS)).hasSize(4).allMatch(outcome -> outcome.failure().equals("enough"));
        assertThat(heard.begun).hasSize(1);
    }
}
