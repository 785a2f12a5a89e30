package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles whose neighbours change or come from a service, and graphs that lie on HDFS, with nodes on two executors. */
class TopologyIT {
    private static final String TWO_EXECUTORS = "local-cluster[2,8,1024]";
    private static final int ROUNDS = 8;

    @TempDir
    Path folder;

    private JsonNode run(String... settings) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", Product.CONF.resolve("quickstart.conf").toString(), "--json", "--master", TWO_EXECUTORS,
            "--set", "rounds=" + ROUNDS, "--set", "evaluation.every=4", "--set", "graph.degree=4"));
        for (String setting : settings) {
            arguments.addAll(List.of("--set", setting));
        }
        Product.Outcome outcome = new Product(folder).starling(arguments.toArray(String[]::new));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.json().get("status").asText()).isEqualTo("finished");
        assertThat(outcome.json().get("failures").asInt()).as(outcome.err()).isZero();
        return outcome.json();
    }

    private static String evaluations(JsonNode run) {
        return ResultRows.without(run.get("resultsPath").asText(), "evaluations", "run", "elapsed_ms", "evaluation_ms");
    }

    @Test
    void whatThePeerSamplerSaysIsWhatEverybodyKnows() throws Exception {
        JsonNode known = run("graph.kind=dynamic-regular");
        JsonNode sampled = run("graph.kind=dynamic-regular", "node.role=d-psgd-sampler");
        assertThat(evaluations(sampled)).isEqualTo(evaluations(known));
        assertThat(sampled.get("bytesSent").asLong()).as("with the questions").isGreaterThan(known.get("bytesSent").asLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"available", "nearest"})
    void samplersThatKnowTheNodes(String sampler) throws Exception {
        JsonNode run = run("node.role=d-psgd-sampler", "sampler.kind=" + sampler);
        long rounds = 16 * ROUNDS;
        assertThat(ResultRows.without(run.get("resultsPath").asText(), "rounds").lines().count()).isEqualTo(rounds);
        assertThat(run.get("accuracy").get("mean").asDouble()).isGreaterThan(15);
    }

    @Test
    void epidemicLearningWithAnOracleIsTheSameOnOneExecutor() throws Exception {
        JsonNode two = run("node.role=el-oracle", "graph.kind=epidemic-oracle");
        Product.Outcome one = new Product(folder).starling("run", Product.CONF.resolve("quickstart.conf").toString(), "--json", "--set", "rounds=" + ROUNDS,
            "--set", "evaluation.every=4", "--set", "graph.degree=4", "--set", "node.role=el-oracle", "--set", "graph.kind=epidemic-oracle");
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(evaluations(two)).isEqualTo(evaluations(one.json()));
    }

    @Test
    void epidemicLearningWithoutABarrier() throws Exception {
        JsonNode run = run("node.role=el-local", "graph.kind=epidemic-local");
        String rounds = ResultRows.without(run.get("resultsPath").asText(), "rounds");
        assertThat(rounds.lines().count()).isEqualTo(16 * ROUNDS);
        // Fewer are sent by slow nodes, late: their targets may have done all their rounds.
        assertThat(rounds.lines()).allSatisfy(row -> assertThat(row).containsPattern("\"messages_sent\":[0-4],"));
        assertThat(rounds.lines().filter(row -> row.contains("\"messages_sent\":4,")).count()).isGreaterThan(8 * ROUNDS);
        assertThat(run.get("accuracy").get("mean").asDouble()).isGreaterThan(15);
    }

    @Test
    void graphsOnHdfs() throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        try {
            hdfs.waitActive();
            String expected = evaluations(run("graph.kind=dynamic-regular"));
            for (String file : List.of("/graphs/g.parquet", "/graphs/g.timed")) {
                Product.Outcome written = new Product(folder).starling("graph", "dynamic-regular", "--nodes", "16", "--degree", "4", "--seed", "1",
                    "--rounds", "" + ROUNDS, "-o", hdfs.getURI() + file);
                assertThat(written.exitCode()).as(written.err()).isZero();
                assertThat(evaluations(run("graph.kind=file", "graph.file=\"" + hdfs.getURI() + file + "\""))).as(file).isEqualTo(expected);
            }
        } finally {
            hdfs.shutdown();
        }
    }
}
