package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product on a cluster of separate processes whose network is bad, or listened to. */
class NetworkIT {
    private static final String QUICKSTART = Product.CONF.resolve("quickstart.conf").toString();
    private static final int ROUNDS = 40;
    /** In percentage points; the nodes' own accuracies are 3 apart from each other. */
    private static final double POINTS = 4;

    @TempDir
    Path folder;

    private JsonNode run(StandaloneCluster cluster, String... assignments) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", QUICKSTART, "--json", "--master", cluster.master(), "--set", "rounds=" + ROUNDS,
            "--set", "lateness.deadline=2s", "--set", "spark.conf={spark.driver.host=127.0.0.1, spark.executor.memory=1g}"));
        for (String assignment : assignments) {
            arguments.addAll(List.of("--set", assignment));
        }
        Product.Outcome outcome = new Product(folder).starling(arguments.toArray(String[]::new));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        JsonNode run = outcome.json();
        assertThat(run.get("status").asText()).isEqualTo("finished");
        return run;
    }

    private static String failures(JsonNode run) {
        return ResultRows.without(run.get("resultsPath").asText(), "failures", "run");
    }

    private static void assertAlike(JsonNode bad, JsonNode good) {
        assertThat(accuracy(bad)).isCloseTo(accuracy(good), within(POINTS));
        // Who was held up and left behind skips a round now and then, to come back into step.
        assertThat(rows(bad, "rounds")).isBetween(rows(good, "rounds") * 95 / 100, rows(good, "rounds"));
    }

    private static double accuracy(JsonNode run) {
        double mean = run.get("accuracy").get("mean").asDouble();
        assertThat(mean).as("accuracy of a run that has learnt").isGreaterThan(70);
        return mean;
    }

    private static long rows(JsonNode run, String table) {
        return ResultRows.without(run.get("resultsPath").asText(), table, "run").lines().count();
    }

    @Test
    void aBadNetworkCostsLittleAndIsReported() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster(folder, 2, 8)) {
            JsonNode good = run(cluster);

            JsonNode lossy = run(cluster, "communication.faults={drop = 0.05, delay = 50ms, delay-fraction = 0.1}");
            assertAlike(lossy, good);
            assertThat(failures(lossy).lines()).allMatch(row -> row.contains("\"missing\"") || row.contains("\"skipped\"")).hasSizeGreaterThan(16 * ROUNDS * 4 / 100);

            JsonNode corrupt = run(cluster, "communication.faults.corrupt=0.005");
            assertAlike(corrupt, good);
            assertThat(failures(corrupt)).contains("\"refused\"").contains("bad checksum").contains("\"missing\"");

            JsonNode encrypted = run(cluster, "communication.tls=on");
            assertThat(encrypted.get("accuracy")).isEqualTo(good.get("accuracy"));
            assertThat(encrypted.get("loss")).isEqualTo(good.get("loss"));
            assertThat(encrypted.get("bytesSent")).isEqualTo(good.get("bytesSent"));

            JsonNode all = run(cluster, "communication.tls=on", "communication.faults={drop = 0.02, delay = 20ms, delay-fraction = 0.2, duplicate = 0.02, corrupt = 0.002}");
            assertAlike(all, good);
        }
    }

    @Test
    void whatSparkEncryptsIsNotSentInTheClear() throws Exception {
        Product.Outcome outcome = new Product(folder).starling("run", QUICKSTART, "--set", "spark.conf={spark.authenticate=true, spark.network.crypto.enabled=true}");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("spark.network.crypto.enabled = true").contains("communication.tls = on");
    }
}
