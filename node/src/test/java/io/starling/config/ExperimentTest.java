package io.starling.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.CommunicationKeys;
import io.starling.node.RunKeys;
import io.starling.training.TrainingKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentTest {
    private static Experiment parse(String hocon, String... assignments) {
        return Experiment.parse(hocon, List.of(assignments));
    }

    @Test
    void readsValuesDefaultsAndUnits() {
        Experiment e = parse("nodes = 4, rounds = 2, communication.send-timeout = 3 minutes, communication.inbox = 2MiB");
        assertThat(e.get(RunKeys.NODES)).isEqualTo(4);
        assertThat(e.get(RunKeys.SEED)).isEqualTo(1L);
        assertThat(e.get(CommunicationKeys.SEND_TIMEOUT)).isEqualTo(Duration.ofMinutes(3));
        assertThat(e.get(CommunicationKeys.INBOX)).isEqualTo(2L << 20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "training.lrr = 1       | There is no configuration key training.lrr (String: 1). Did you mean training.lr?",
        "node = 3               | Did you mean nodes?",
        "nodes = many           | nodes = many is not allowed: it must be an integer (String: 1).",
        "nodes = 2.5            | nodes = 2.5 is not allowed: it must be an integer",
        "nodes = 0              | nodes = 0 is not allowed: it must be from 1 to 100000.",
        "training.lr = -1       | training.lr = -1.0 is not allowed: it must be more than 0.",
        "nodes { a = 1 }        | There is no configuration key nodes.a",
        "lateness.on-missing = x| it must be one of renormalise, reuse-last, fail.",
        "graph.kind = rign      | graph.kind = rign is not known. Did you mean ring?",
        "model.name = a.b.C     | there is no such class on the class path",
        "nodes = [              | The configuration cannot be read",
    })
    void refusesBadValuesWithTheFix(String hocon, String message) {
        assertThatThrownBy(() -> parse(hocon)).isInstanceOf(UserError.class).hasMessageContaining(message.strip());
    }

    @Test
    void missingKeyIsNamedWithItsMeaning() {
        assertThatThrownBy(() -> parse("rounds = 2").get(RunKeys.NODES)).isInstanceOf(UserError.class)
            .hasMessageContaining("The configuration key nodes is missing").hasMessageContaining("Number of DL nodes");
    }

    @Test
    void assignmentsWin() {
        Experiment e = parse("nodes = 4, rounds = 2, name = a", "nodes=5", "name = b-c ", "training.lr=1e-2");
        assertThat(e.get(RunKeys.NODES)).isEqualTo(5);
        assertThat(e.get(RunKeys.NAME)).isEqualTo("b-c");
        assertThat(e.get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.01);
    }

    @Test
    void assignedPathsMayHoldSlashesAndColons() {
        Key<String> file = io.starling.graph.GraphKeys.FILE;
        assertThat(parse("nodes = 4", "graph.file=hdfs://host:9000/a#b.edges").get(file)).isEqualTo("hdfs://host:9000/a#b.edges");
    }

    @Test
    void assignmentWithoutEqualsIsRefused() {
        assertThatThrownBy(() -> parse("", "nodes")).isInstanceOf(UserError.class).hasMessageContaining("--set nodes is not of the form key=value");
    }

    @Test
    void overridesHoldForTheirNodesAndLaterOnesWin() {
        Experiment e = parse("nodes = 10, overrides = [{nodes = \"0-3, 7\", training.lr = 0.5}, {nodes = 3, training { lr = 0.25 }}]");
        assertThat(e.forNode(0).get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.5);
        assertThat(e.forNode(3).get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.25);
        assertThat(e.forNode(4).get(TrainingKeys.LEARNING_RATE)).isEqualTo(TrainingKeys.LEARNING_RATE.defaultValue());
        assertThat(e.forNode(7).get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.5);
        e.checkOverrides(10);
        assertThatThrownBy(() -> e.checkOverrides(7)).isInstanceOf(UserError.class).hasMessageContaining("node 7");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[{nodes = \"0\", rounds = 3}]       | rounds must be the same for all nodes",
        "[{training.lr = 3}]                 | must be settings with the nodes they are for",
        "[{nodes = \"3-1\", training.lr = 3}]| is not a list of nodes",
        "[{nodes = \"x\", training.lr = 3}]  | is not a list of nodes",
        "{nodes = 1}                         | must be a list",
        "[{nodes = \"0\", training.lrr = 3}] | Did you mean training.lr?",
        "[{nodes = \"0\", training.lr = -3}] | more than 0",
    })
    void refusesBadOverrides(String overrides, String message) {
        assertThatThrownBy(() -> parse("overrides = " + overrides)).isInstanceOf(UserError.class).hasMessageContaining(message.strip());
    }

    @Test
    void jsonKeepsEverything() {
        Experiment e = parse("nodes = 4, rounds = 2, communication.send-timeout = 3 minutes, overrides = [{nodes = \"1\", training.lr = 0.5}]", "seed=9");
        Experiment again = parse(e.toJson());
        assertThat(again.get(RunKeys.NODES)).isEqualTo(4);
        assertThat(again.get(RunKeys.SEED)).isEqualTo(9);
        assertThat(again.get(CommunicationKeys.SEND_TIMEOUT)).isEqualTo(Duration.ofMinutes(3));
        assertThat(again.forNode(1).get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.5);
        assertThat(again.toJson()).isEqualTo(e.toJson()).doesNotContain("\n");
    }

    @Test
    void filesMayIncludeOthers(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("base.conf"), "nodes = 4\nrounds = 7\n");
        Files.writeString(folder.resolve("own.conf"), "include \"base.conf\"\nrounds = 8\n");
        Experiment e = Experiment.load(folder.resolve("own.conf"), List.of());
        assertThat(e.get(RunKeys.NODES)).isEqualTo(4);
        assertThat(e.get(RunKeys.ROUNDS)).isEqualTo(8);
        assertThatThrownBy(() -> Experiment.load(folder.resolve("none.conf"), List.of())).isInstanceOf(UserError.class).hasMessageContaining("none.conf");
    }
}
