package io.starling.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Message;
import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.sharing.Sharing;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs in a local Spark session, over real sockets. */
class ClusterRunTest {
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(6);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static final class Said implements RunListener {
        private final List<String> messages = new ArrayList<>();
        private volatile Roster.Progress last;

        @Override
        public void say(String message) {
            messages.add(message);
        }

        @Override
        public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
            last = progress;
        }
    }

    private Experiment experiment(String... assignments) {
        return Experiment.parse("name = test, nodes = 6, rounds = 8, seed = 2, graph { kind = regular, degree = 3 }, dataset { kind = synthetic, "
            + "synthetic { train = 300, test = 100, features = 8, classes = 4, noise = 0.5 } }, model.name = logistic, training { lr = 0.2, local-steps = 3 }, "
            + "evaluation.every = 4, results.path = \"" + folder + "\"", List.of(assignments));
    }

    private Summary run(String... assignments) throws Exception {
        try (ClusterRun run = ClusterRun.plan(spark, experiment(assignments), new Said())) {
            return run.execute();
        }
    }

    private List<String> rows(Summary run, ResultTable<?> table, String... timeColumns) {
        return Results.open(spark, List.of(folder.resolve(run.run()).toString())).table(table).drop("run").drop(timeColumns)
            .toJSON().collectAsList().stream().sorted().toList();
    }

    @Test
    void learnsAndWritesEverythingDown() throws Exception {
        Summary summary = run();
        assertThat(summary.status()).isEqualTo("finished");
        assertThat(summary.accuracyMean()).isGreaterThan(80);
        assertThat(summary.bytesSent()).isEqualTo(summary.bytesReceived()).isGreaterThan(6L * 8 * 3 * 4 * 36);
        assertThat(summary.failures()).isZero();
        assertThat(summary.cpuSeconds()).isPositive();
        assertThat(rows(summary, ResultTable.ROUNDS)).hasSize(48);
        assertThat(rows(summary, ResultTable.EVALUATIONS)).hasSize(12);
        assertThat(rows(summary, ResultTable.LABELS)).isNotEmpty();
        Row provenance = Results.open(spark, List.of(folder.resolve(summary.run()).toString())).table(ResultTable.RUNS).first();
        assertThat(Experiment.parse(provenance.<String>getAs("config_json"), List.of()).toJson()).isEqualTo(experiment().toJson());
        assertThat(provenance.<String>getAs("spark_version")).isEqualTo(spark.version());
        assertThat(provenance.<Integer>getAs("parameters")).isEqualTo(36);
    }

    @Test
    void aSecondRunInTheSameSessionGivesTheSameBits() throws Exception {
        Summary first = run();
        Summary second = run();
        assertThat(second.run()).isNotEqualTo(first.run());
        assertThat(second.accuracyMean()).isEqualTo(first.accuracyMean());
        String[] times = {"elapsed_ms", "compute_ms", "slot_wait_ms", "communication_ms", "wait_ms", "cpu_ms", "heap_bytes"};
        assertThat(rows(second, ResultTable.ROUNDS, times)).isEqualTo(rows(first, ResultTable.ROUNDS, times));
        assertThat(rows(second, ResultTable.EVALUATIONS, "elapsed_ms", "evaluation_ms")).isEqualTo(rows(first, ResultTable.EVALUATIONS, "elapsed_ms", "evaluation_ms"));
        assertThat(spark.sparkContext().isStopped()).isFalse();
    }

    @Test
    void anotherSeedGivesOtherNumbers() throws Exception {
        assertThat(run("seed=5").loss()).isNotEqualTo(run().loss());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nodes=7                         | nodes × degree must be even",
        "nodes=8                         | master local[6] has 6: use --master local[8]",
        "rounds=0                        | rounds = 0 is not allowed",
        "model.name=nothing              | model.name = nothing is not known",
        "dataset.kind=nothing            | dataset.kind = nothing is not known",
        "dataset.synthetic.train=3       | only 3 training samples",
        "node.role=nobody                | node.role = nobody is not known",
        "sharing.method=none             | sharing.method = none is not known",
        "graph.kind=file                 | graph.file",
        "graph={kind=file, file=/none.parquet} | /none.parquet cannot be read as Parquet",
        "node.role=el-local              | set graph.kind = epidemic-local",
        "communication.bind=192.0.2.1    | communication.bind",
        "results.path=/proc/none         | results.path = /proc/none",
    })
    void refusesBeforeAnythingStarts(String assignment, String message) {
        assertThatThrownBy(() -> run(assignment.strip())).isInstanceOf(UserError.class).hasMessageContaining(message.strip());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anExhaustedPortRangeIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> run("communication.ports=" + taken.getLocalPort())).isInstanceOf(UserError.class)
                .hasMessageContaining("no port of communication.ports").hasMessageContaining("wider range");
        }
    }

    @Test
    void aSampledRunGivesTheSameBitsAsAKnownGraph() throws Exception {
        Summary known = run("graph.kind=dynamic-regular");
        Summary sampled = run("graph.kind=dynamic-regular", "node.role=d-psgd-sampler");
        assertThat(sampled.status()).isEqualTo("finished");
        assertThat(sampled.failures()).isZero();
        assertThat(sampled.accuracyMean()).isEqualTo(known.accuracyMean());
        assertThat(sampled.loss()).isEqualTo(known.loss());
        // A question and an answer in every round.
        assertThat(sampled.bytesSent()).isGreaterThan(known.bytesSent());
    }

    @ParameterizedTest
    @CsvSource({"el-oracle,epidemic-oracle", "el-local,epidemic-local", "d-psgd-sampler,star"})
    void rolesWithChangingNeighboursRun(String role, String graph) throws Exception {
        Summary run = run("node.role=" + role, "graph.kind=" + graph, "rounds=20");
        assertThat(run.status()).isEqualTo("finished");
        assertThat(run.failures()).isZero();
        assertThat(run.accuracyMean()).isGreaterThan(70);
        assertThat(rows(run, ResultTable.ROUNDS)).hasSize(6 * 20);
    }

    @Test
    void aGraphFileIsReadFromAnyFileSystem() throws Exception {
        Path file = Files.writeString(folder.resolve("ring.edges"), "6\n0 1\n1 2\n2 3\n3 4\n4 5\n5 0\n");
        assertThat(run("graph.kind=file", "graph.file=" + file.toUri()).status()).isEqualTo("finished");
        Path table = folder.resolve("ring.parquet");
        spark.sql("select 0 round, id src, (id + step) % 6 dst, 0.3 weight from range(6), (select explode(array(1, 5)) step)").write().parquet(table.toString());
        assertThat(run("graph.kind=file", "graph.file=" + table.toUri()).status()).isEqualTo("finished");
    }

    @Test
    void aSharingMethodThatTheGraphDoesNotAllowIsRefusedBeforeTheRun() {
        assertThatThrownBy(() -> run("graph.kind=dynamic-regular", "graph.degree=3", "sharing.method=choco"))
            .isInstanceOf(UserError.class).hasMessageContaining("sharing.method = choco").hasMessageContaining("static graph");
    }

    @Test
    void howOftenParametersAreSharedIsWrittenAsPercentiles() throws Exception {
        Summary summary = run("sharing.method=jwins-pp", "sharing.count=true");
        assertThat(rows(summary, ResultTable.SHARES)).hasSize(6 * 101);
    }

    /** Sends what it should until a round, then needs more memory than there is. */
    public static final class NeedsTooMuchAtThree extends FailsAtThree {
        @Override
        public String name() {
            return "needs-too-much-at-three";
        }

        @Override
        void fail() {
            long sum = 0;
            for (float[] each : new float[10_000][Integer.MAX_VALUE - 10]) {
                sum += each.length;
            }
            throw new IllegalStateException(sum + " floats fit into memory");
        }
    }

    /** Sends what it should until a round, then fails. */
    public static class FailsAtThree implements Sharing.Factory {
        void fail() {
            throw new IllegalStateException("could not go on");
        }

        @Override
        public String name() {
            return "fails-at-three";
        }

        @Override
        public String doc() {
            return "Fails in its fourth round.";
        }

        @Override
        public Sharing create(Sharing.Context context) {
            return new Sharing() {
                @Override
                public Content message(float[] state, int round, int degree) {
                    if (round == 3) {
                        fail();
                    }
                    return new Content(9, 0, 0, ByteBuffer.allocate(1));
                }

                @Override
                public void average(float[] state, int round, List<Message> received, Mixing mixing) {
                    // Keeps to itself.
                }

                @Override
                public List<float[]> memory() {
                    return List.of();
                }
            };
        }
    }

    @Test
    void aFailedNodeIsNamedAndTheOthersGoOn() throws Exception {
        Experiment experiment = experiment("overrides=[{nodes = \"2\", sharing.method = \"" + FailsAtThree.class.getName() + "\"}]");
        try (ClusterRun run = ClusterRun.plan(spark, experiment, new Said())) {
            Summary summary = run.execute();
            assertThat(summary.status()).isEqualTo("degraded");
            assertThat(summary.nodesFinished()).isEqualTo(5);
            assertThat(run.roster().failures()).singleElement().satisfies(f -> {
                assertThat(f.node()).isEqualTo(2);
                assertThat(f.round()).isEqualTo(3);
                assertThat(f.error()).isEqualTo("could not go on");
            });
            assertThat(rows(summary, ResultTable.FAILURES)).anyMatch(r -> r.contains("could not go on")).anyMatch(r -> r.contains("missing"));
            assertThat(rows(summary, ResultTable.ROUNDS)).hasSize(5 * 8 + 3);
        }
    }

    @Test
    void aNodeWithoutMemoryFailsAlone() throws Exception {
        Experiment experiment = experiment("overrides=[{nodes = \"2\", sharing.method = \"" + NeedsTooMuchAtThree.class.getName() + "\"}]");
        try (ClusterRun run = ClusterRun.plan(spark, experiment, new Said())) {
            assertThat(run.execute().nodesFinished()).isEqualTo(5);
            assertThat(FailureReport.of(run.roster()).get(0)).contains("1 of 6 nodes did not finish").contains("node 2 on executor driver after 3 rounds")
                .contains("OutOfMemoryError");
        }
    }

    @Test
    void aRunWithoutSurvivorsFailsWithItsFirstFailure() throws Exception {
        try (ClusterRun run = ClusterRun.plan(spark, experiment("sharing.method=" + FailsAtThree.class.getName()), new Said())) {
            assertThatThrownBy(run::execute).isInstanceOf(RunFailed.class).hasMessageContaining("no node finished").hasMessageContaining("could not go on");
            assertThat(FailureReport.of(run.roster())).hasSizeGreaterThan(1).anyMatch(line -> line.contains("maybe as a consequence, nodes ["));
        }
    }

    @Test
    void aBarrierStageGivesTheSameNumbers() throws Exception {
        assertThat(run("spark.launch=barrier").loss()).isEqualTo(run().loss());
    }

    @ParameterizedTest
    @CsvSource({"d-psgd,dynamic-regular", "d-psgd-sampler,dynamic-regular", "el-local,epidemic-local"})
    void aFailedNodeDoesNotHoldUpWhoWouldMeetItLater(String role, String graph) throws Exception {
        Experiment experiment = experiment("node.role=" + role, "graph.kind=" + graph, "graph.degree=2", "rounds=12",
            "overrides=[{nodes = \"2\", sharing.method = \"" + FailsAtThree.class.getName() + "\"}]");
        long began = System.nanoTime();
        try (ClusterRun run = ClusterRun.plan(spark, experiment, new Said())) {
            assertThat(run.execute().nodesFinished()).isEqualTo(5);
        }
        assertThat(System.nanoTime() - began).as("less than communication.send-timeout").isLessThan(55_000_000_000L);
    }

    @Test
    void strangersAtTheDoorAreCountedAndTheRunGoesOn() throws Exception {
        Said said = new Said();
        try (ClusterRun run = ClusterRun.plan(spark, experiment("rounds=300", "evaluation.every=0"), said)) {
            CompletableFuture<Summary> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return run.execute();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            while (run.roster().addresses().size() < 6) {
                Thread.sleep(5);
            }
            int port = run.roster().addresses().get(0).port();
            for (int i = 0; i < 5; i++) {
                try (Socket socket = new Socket("127.0.0.1", port)) {
                    socket.getOutputStream().write(new byte[500]);
                    socket.getOutputStream().flush();
                    socket.getInputStream().readAllBytes();
                } catch (SocketException e) {
                    // Thrown out at once: as it should be.
                }
            }
            Summary summary = end.get(120, TimeUnit.SECONDS);
            assertThat(summary.status()).isEqualTo("finished");
            assertThat(rows(summary, ResultTable.FAILURES)).isNotEmpty().allMatch(r -> r.contains("\"refused\""));
        }
    }

    @Test
    void aResumedRunGivesTheNumbersOfAnUninterruptedOne() throws Exception {
        String[] settings = {"rounds=600", "evaluation.every=200", "checkpoint.every=10", "training.momentum=0.9", "sharing.method=jwins", "sharing.wavelet-level=2"};
        Summary whole = run(settings);
        Said said = new Said();
        String broken;
        try (ClusterRun run = ClusterRun.plan(spark, experiment(settings), said)) {
            broken = run.runId();
            CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
                try {
                    run.execute();
                    return null;
                } catch (Exception e) {
                    return e;
                }
            });
            while (said.last == null || said.last.leastRounds() < 20) {
                Thread.sleep(5);
            }
            run.cancel("the power went off");
            assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(RunFailed.class);
        }
        assertThatThrownBy(() -> ClusterRun.resume(spark, experiment("rounds=600", "seed=77"), new Said(), broken)).isInstanceOf(UserError.class)
            .hasMessageContaining("the configuration is another one");
        try (ClusterRun run = ClusterRun.resume(spark, experiment(settings), said, broken)) {
            Summary resumed = run.execute();
            assertThat(said.messages).anyMatch(m -> m.matches("run .* goes on after [1-9]\\d* rounds"));
            assertThat(resumed.status()).isEqualTo("finished");
            assertThat(resumed.loss()).isEqualTo(whole.loss());
            String[] times = {"elapsed_ms", "compute_ms", "slot_wait_ms", "communication_ms", "wait_ms", "cpu_ms", "heap_bytes"};
            assertThat(rows(resumed, ResultTable.ROUNDS, times)).isEqualTo(rows(whole, ResultTable.ROUNDS, times));
            assertThat(rows(resumed, ResultTable.EVALUATIONS, "elapsed_ms", "evaluation_ms")).isEqualTo(rows(whole, ResultTable.EVALUATIONS, "elapsed_ms", "evaluation_ms"));
        }
        assertThat(folder.resolve(broken).resolve("checkpoints")).doesNotExist();
        assertThat(folder.resolve(broken).resolve("samples")).doesNotExist();
        assertThatThrownBy(() -> ClusterRun.resume(spark, experiment(settings), new Said(), broken)).isInstanceOf(UserError.class).hasMessageContaining("has finished");
        assertThatThrownBy(() -> ClusterRun.resume(spark, experiment(settings), new Said(), "none")).isInstanceOf(UserError.class).hasMessageContaining("no results");
    }

    @Test
    void aCancelledRunEndsSoonAndKeepsItsResults() throws Exception {
        Said said = new Said();
        try (ClusterRun run = ClusterRun.plan(spark, experiment("rounds=1000000", "evaluation.every=0"), said)) {
            CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
                try {
                    run.execute();
                    return null;
                } catch (Exception e) {
                    return e;
                }
            });
            while (said.last == null || said.last.meanRounds() < 5) {
                Thread.sleep(20);
            }
            run.cancel("enough");
            assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(RunFailed.class).hasMessage("enough");
            Summary summary = Summary.of(Results.open(spark, List.of(run.resultsPath()))).get(0);
            assertThat(summary.status()).isEqualTo("failed");
            assertThat(summary.bytesSent()).isPositive();
        }
        assertThat(run().status()).isEqualTo("finished");
    }
}
