package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks of DL4J in the installed product. */
class Dl4jIT {
    private static final String NETWORK = Product.CONF.resolve("digits-dl4j.json").toString();

    @TempDir
    Path folder;

    private Product.Outcome run(String... settings) throws Exception {
        String[] arguments = new String[3 + 2 * settings.length];
        arguments[0] = "run";
        arguments[1] = Product.CONF.resolve("digits-dl4j.conf").toString();
        arguments[2] = "--json";
        for (int i = 0; i < settings.length; i++) {
            arguments[3 + 2 * i] = "--set";
            arguments[4 + 2 * i] = settings[i];
        }
        return new Product(folder).starling(arguments);
    }

    @Test
    void aNetworkGivenAsJsonLearnsAndGivesTheSameNumbersTwice() throws Exception {
        JsonNode first = finished(run("model.dl4j=" + NETWORK, "rounds=10", "evaluation.every=10"));
        // 16 nodes with 5 neighbours each, 10 rounds, one message of all parameters; more than parameters only by frames.
        assertThat(first.get("bytesSent").asLong()).isBetween(16 * 5 * 10 * 4L * 11_274, 16 * 5 * 10 * 4L * 11_400);
        assertThat(first.get("accuracy").get("mean").asDouble()).isGreaterThan(40);
        JsonNode second = finished(run("model.dl4j=" + NETWORK, "rounds=10", "evaluation.every=10"));
        assertThat(second.get("loss")).isEqualTo(first.get("loss"));
    }

    private static JsonNode finished(Product.Outcome outcome) throws Exception {
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        JsonNode run = outcome.json();
        assertThat(run.get("status").asText()).isEqualTo("finished");
        assertThat(run.get("failures").asInt()).isZero();
        return run;
    }

    @Test
    void whatCannotBeUsedIsSaidInOneLine() throws Exception {
        assertRefused(run("model.dl4j=none.json"), "model.dl4j = none.json cannot be read");
        Path text = Files.writeString(folder.resolve("text.json"), "hello");
        assertRefused(run("model.dl4j=" + text), "model.dl4j is not a network's JSON");
        assertRefused(run("model.dl4j=" + NETWORK, "dataset.kind=synthetic"), "model.dl4j is a network that cannot be used with samples of");
    }

    private static void assertRefused(Product.Outcome outcome, String message) {
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void theDoctorSaysHowDl4jIsSetUp() throws Exception {
        assertThat(new Product(folder).starling("doctor").out()).contains("DL4J: ND4J's CpuBackend with oneDNN, 1 thread an operation");
    }
}
