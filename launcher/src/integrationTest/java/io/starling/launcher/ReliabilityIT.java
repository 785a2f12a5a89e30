package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may break, broken on purpose: executors, the driver, the results' store, file descriptors. */
class ReliabilityIT {
    @TempDir
    static Path clusterFolder;

    private static StandaloneCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        cluster = new StandaloneCluster(clusterFolder, 2, 8);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private Product product() {
        return new Product(folder);
    }

    private static List<String> quickstart(String results, String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", Product.CONF.resolve("quickstart.conf").toString(), "--json", "--set", "evaluation.every=0",
            "--set", "results.path=" + results));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** The quickstart on the cluster, in the middle of its rounds. */
    private Process running(String name, String results, String... more) throws Exception {
        List<String> arguments = quickstart(results, more);
        arguments.addAll(List.of("--master", cluster.master(), "--set", "spark.conf={spark.driver.host=127.0.0.1, spark.executor.memory=1g}"));
        Process process = product().start(name, Map.of(), Product.command(arguments.toArray(String[]::new)));
        product().awaitRounds(name);
        return process;
    }

    private String results() {
        return folder.resolve("r").toString();
    }

    @Test
    void aKilledExecutorCostsItsNodesOnly() throws Exception {
        Process process = running("killed", results(), "--set", "rounds=600", "--set", "lateness.deadline=5s");
        cluster.executors().get(0).destroyForcibly();
        Product.Outcome outcome = product().await("killed", process, 4);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("8 of 16 nodes did not finish").contains("its executor was lost").contains("finished with 8 nodes lost");
        assertThat(outcome.json().get("status").asText()).isEqualTo("degraded");
    }

    @Test
    void nodesOfAKilledExecutorComeBackFromTheirCheckpoints() throws Exception {
        Process process = running("back", results(), "--set", "rounds=2000", "--set", "checkpoint.every=10");
        cluster.executors().get(0).destroyForcibly();
        Product.Outcome outcome = product().await("back", process, 6);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.json().get("status").asText()).isEqualTo("finished");
        assertThat(outcome.err()).contains("8 times a node was lost and came back");
        assertThat(ResultRows.without(results(), "rounds")).contains("\"incarnation\":1");
        assertThat(ResultRows.without(results(), "failures")).contains("it came back in round");
        assertThat(outcome.json().get("accuracy").get("min").asDouble()).isGreaterThan(90);
    }

    @Test
    void aStoppedExecutorIsNotWaitedForAndCatchesUp() throws Exception {
        Process process = running("frozen", results(), "--set", "rounds=3000", "--set", "lateness={deadline=3s, quorum=0.5}");
        ProcessHandle frozen = cluster.executors().get(0);
        new ProcessBuilder("kill", "-STOP", "" + frozen.pid()).start().waitFor();
        Thread.sleep(30_000);
        new ProcessBuilder("kill", "-CONT", "" + frozen.pid()).start().waitFor();
        Product.Outcome outcome = product().await("frozen", process, 8);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.json().get("status").asText()).isEqualTo("finished");
        assertThat(ResultRows.without(results(), "failures")).contains("were skipped, as the others had gone on");
        assertThat(outcome.json().get("accuracy").get("min").asDouble()).isGreaterThan(85);
    }

    @Test
    void withABarrierNodesLiveAndDieTogether() throws Exception {
        Process process = running("barrier", results(), "--set", "rounds=3000", "--set", "spark.launch=barrier");
        cluster.executors().get(0).destroyForcibly();
        Product.Outcome outcome = product().await("barrier", process, 4);
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(Starling.FAILED);
        assertThat(outcome.err()).contains("the run failed");
    }

    @Test
    void aRunWhoseDriverWasKilledIsResumed() throws Exception {
        String[] settings = {"--set", "rounds=1000", "--set", "checkpoint.every=5"};
        Process process = running("driver", results(), settings);
        process.destroyForcibly().waitFor();
        String runId;
        try (var runs = Files.list(folder.resolve("r"))) {
            runId = runs.findFirst().orElseThrow().getFileName().toString();
        }
        List<String> again = quickstart(results(), settings);
        again.addAll(List.of("--resume", runId));
        Product.Outcome resumed = product().starling(again.toArray(String[]::new));
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.err()).containsPattern("goes on after [1-9]\\d* rounds");
        Product.Outcome whole = product().starling(quickstart(folder.resolve("w").toString(), "--set", "rounds=1000").toArray(String[]::new));
        assertThat(resumed.json().get("accuracy")).isEqualTo(whole.json().get("accuracy"));
        assertThat(resumed.json().get("loss")).isEqualTo(whole.json().get("loss"));
        assertThat(resumed.json().get("bytesSent")).isEqualTo(whole.json().get("bytesSent"));
    }

    @Test
    void aNodeThatFailsIsExplainedAndStrictnessIsAChoice() throws Exception {
        String[] broken = {"--set", "rounds=5", "--set", "overrides=[{nodes = \"3\", training.lr = 1e38}]"};
        Product.Outcome lenient = product().starling(quickstart(results(), broken).toArray(String[]::new));
        assertThat(lenient.exitCode()).as(lenient.err()).isZero();
        assertThat(lenient.err()).contains("finished with 1 node lost").contains("First failure: node 3 on executor driver after");
        List<String> strict = quickstart(results(), broken);
        strict.add("--strict");
        assertThat(product().starling(strict.toArray(String[]::new)).exitCode()).isEqualTo(Starling.FAILED);
        Product.Outcome all = product().starling(quickstart(results(), "--set", "rounds=5", "--set", "training.lr=1e38").toArray(String[]::new));
        assertThat(all.exitCode()).isEqualTo(Starling.FAILED);
        assertThat(all.err()).contains("no node finished. The first failure was node ");
    }

    @Test
    void aStoreThatGoesAwayAndComesBackLosesNothing() throws Exception {
        try (Hdfs hdfs = new Hdfs(folder)) {
            Process process = running("store", hdfs.uri() + "/r", "--set", "rounds=2500", "--set", "checkpoint.every=50");
            hdfs.stop();
            Thread.sleep(10_000);
            hdfs.restart();
            Product.Outcome outcome = product().await("store", process, 8);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(outcome.json().get("status").asText()).isEqualTo("finished");
            assertThat(ResultRows.without(hdfs.uri() + "/r", "rounds").lines().count()).isEqualTo(16 * 2500);
        }
    }

    @Test
    void aFullStoreDoesNotStopTheNodesAndKeepsWhatWasWritten() throws Exception {
        try (Hdfs hdfs = new Hdfs(folder)) {
            org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/r");
            DistributedFileSystem files = hdfs.cluster.getFileSystem();
            files.mkdirs(root);
            Process process = running("full", hdfs.uri() + "/r", "--set", "rounds=1500");
            files.setQuota(root, HdfsConstants.QUOTA_DONT_SET, 1);
            Product.Outcome outcome = product().await("full", process, 6);
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(Starling.FAILED);
            assertThat(outcome.err()).containsIgnoringCase("quota");
            files.setQuota(root, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
            assertThat(ResultRows.without(hdfs.uri() + "/r", "rounds").lines().count()).isGreaterThan(16);
        }
    }

    @Test
    void tooFewFileDescriptorsAreReported() throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -n 700; exec \"$@\"", "limited"));
        command.addAll(Product.command(quickstart(results(), "--set", "nodes=64", "--set", "graph={kind=complete}", "--set", "rounds=3",
            "--set", "communication.co-located=tcp", "--set", "spark.start-timeout=40s").toArray(String[]::new)));
        Product.Outcome outcome = product().run(Map.of(), command);
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(Starling.FAILED);
        assertThat(outcome.err()).containsIgnoringCase("too many open files").contains("ulimit -n");
    }

    /** A real HDFS of one name node and one data node. */
    private static final class Hdfs implements AutoCloseable {
        private final MiniDFSCluster cluster;
        private MiniDFSCluster.DataNodeProperties stopped;

        private Hdfs(Path folder) throws Exception {
            Configuration conf = new Configuration();
            conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
            cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
            cluster.waitActive();
        }

        private String uri() {
            return cluster.getURI().toString();
        }

        private void stop() {
            stopped = cluster.stopDataNode(0);
        }

        private void restart() throws Exception {
            cluster.restartDataNode(stopped, true);
            cluster.waitActive();
        }

        @Override
        public void close() {
            cluster.shutdown(true);
        }
    }
}
