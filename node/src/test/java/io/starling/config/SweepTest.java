package io.starling.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.node.RunKeys;
import io.starling.training.TrainingKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {
    @TempDir
    Path folder;

    private Sweep sweep(String text, String... assignments) throws IOException {
        Files.writeString(folder.resolve("base.conf"), "name = common, nodes = 4, rounds = 10, model.name = logistic, training { lr = 0.5, batch-size = 4 }");
        return Sweep.load(Files.writeString(folder.resolve("sweep.conf"), text), List.of(assignments));
    }

    private static List<String> labels(Sweep sweep) {
        return sweep.members().stream().map(Sweep.Member::label).toList();
    }

    @Test
    void everyCombinationOfTheGridWithEverySeedInTheOrderOfTheFile() throws IOException {
        Sweep sweep = sweep("""
            name = thesis, base = base.conf
            grid {
              training.lr = [0.1, 0.05]
              "training.batch-size" = [8, 16]
              training { rounds-per-epoch = [1] }
            }
            seeds = [1, 2]
            """);
        assertThat(labels(sweep)).hasSize(8).startsWith(
            "thesis: training.lr=0.1, training.batch-size=8, training.rounds-per-epoch=1, seed=1",
            "thesis: training.lr=0.1, training.batch-size=8, training.rounds-per-epoch=1, seed=2",
            "thesis: training.lr=0.1, training.batch-size=16, training.rounds-per-epoch=1, seed=1");
        Experiment last = sweep.members().get(7).experiment();
        assertThat(last.get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.05);
        assertThat(last.get(TrainingKeys.BATCH_SIZE)).isEqualTo(16);
        assertThat(last.get(RunKeys.SEED)).isEqualTo(2);
        assertThat(last.get(RunKeys.NAME)).isEqualTo("thesis");
        assertThat(last.get(RunKeys.NODES)).isEqualTo(4);
    }

    @Test
    void configurationsMayHaveFilesOfTheirOwnAndTheirSettingsWin() throws IOException {
        Files.writeString(folder.resolve("other.conf"), "name = other, nodes = 6, rounds = 3, model.name = logistic");
        Sweep sweep = sweep("""
            base = base.conf
            experiment { rounds = 20, training.batch-size = 2 }
            configurations = [ { name = small, training.batch-size = 1 }, { base = other.conf } ]
            """, "training.lr=0.25");
        assertThat(labels(sweep)).containsExactly("small", "other");
        Experiment small = sweep.members().get(0).experiment();
        assertThat(small.get(TrainingKeys.BATCH_SIZE)).isEqualTo(1);
        assertThat(small.get(RunKeys.ROUNDS)).isEqualTo(20);
        assertThat(small.get(TrainingKeys.LEARNING_RATE)).isEqualTo(0.25);
        Experiment other = sweep.members().get(1).experiment();
        assertThat(other.get(RunKeys.NODES)).isEqualTo(6);
        assertThat(other.get(RunKeys.ROUNDS)).as("experiment { } is for all").isEqualTo(20);
        assertThat(other.get(TrainingKeys.BATCH_SIZE)).isEqualTo(2);
    }

    @Test
    void aGridMayGoOverSectionsAndLists() throws IOException {
        Sweep sweep = sweep("base = base.conf, grid { training = [{lr = 0.1, batch-size = 8}, {lr = 0.2}], communication.ports = [\"5000-5010\"] }");
        assertThat(sweep.members()).extracting(m -> m.experiment().get(TrainingKeys.LEARNING_RATE)).containsExactly(0.1, 0.2);
        assertThat(sweep.members()).extracting(m -> m.experiment().get(TrainingKeys.BATCH_SIZE)).as("the base's where it is not given").containsExactly(8, 4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "base = none.conf                                   | base = none.conf: there is no configuration file",
        "base = base.conf, sedes = [1]                      | There is no key sedes in a sweep. Did you mean seeds?",
        "base = base.conf, rounds = 3                       | Settings of experiments stand in experiment, grid or configurations",
        "base = base.conf, seeds = [1, 1]                   | seeds = [1, 1] is not allowed: it must be a list of different seeds",
        "base = base.conf, grid { training.lr = 0.1 }       | grid.training.lr must be a list of values",
        "base = base.conf, grid { training.lrr = [0.1] }    | Did you mean training.lr?",
        "base = base.conf, grid { training.lr = [-1] }      | sweep: training.lr=-1: training.lr = -1.0 is not allowed",
        "base = base.conf, grid { training.lr = [0.1, 0.10] } | more than once",
        "base = base.conf, configurations = []              | configurations must be a list of settings",
        "base = base.conf, configurations = [{name = a}, {name = b}] | would do b more than once",
        "base = base.conf, parallel = -1                    | parallel = -1 is not allowed",
        "base = [                                           | The sweep cannot be read",
    })
    void whatCannotBeUsedIsRefusedBeforeAnythingRuns(String text, String message) {
        assertThatThrownBy(() -> sweep(text).parallel()).isInstanceOf(UserError.class).hasMessageContaining(message.strip());
    }

    @Test
    void fingerprintsTellWhatMayGiveOtherNumbers() {
        Experiment one = Experiment.parse("nodes = 4, rounds = 2, training.lr = 0.1", List.of());
        assertThat(one.with("training.lr=0.10", "name=other").fingerprint()).isEqualTo(one.fingerprint()).hasSize(16);
        assertThat(one.with("seed=3").fingerprint()).isNotEqualTo(one.fingerprint());
        assertThat(one.with("overrides=[{nodes = \"1\", training.lr = 0.2}]").fingerprint()).isNotEqualTo(one.fingerprint());
        assertThat(Experiment.parse(one.toJson(), List.of()).fingerprint()).isEqualTo(one.fingerprint());
    }
}
