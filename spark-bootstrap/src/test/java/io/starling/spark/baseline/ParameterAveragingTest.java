package io.starling.spark.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.data.Datasets;
import io.starling.spark.data.WithSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** dl4j-spark, as the baseline uses it, on the Spark that is here. */
@ExtendWith(WithSpark.class)
class ParameterAveragingTest {
    private static final String CLOUDS = "dataset { kind = synthetic, synthetic { train = 400, test = 100, features = 6, classes = 3, noise = 0.3 } }, "
        + "training { lr = 0.1, batch-size = 8 }, model.name = mlp, baseline { algorithm = dl4j, hidden = [12], epochs = 3, averaging-frequency = 2 }, ";

    private static Baseline.Outcome run(String hocon) {
        Experiment experiment = Experiment.parse(hocon, List.of());
        return Baseline.of(WithSpark.session(), experiment, DatasetParts.of(Datasets.open(WithSpark.session(), experiment), experiment)).run();
    }

    @Test
    void classifiesClouds() {
        Baseline.Outcome first = run(CLOUDS);
        assertThat(first.algorithm()).isEqualTo("dl4j");
        assertThat(first.trainSamples()).isEqualTo(400);
        assertThat(first.testSamples()).isEqualTo(100);
        assertThat(first.accuracyPercent()).isGreaterThan(90);
        // Not the same bits: DL4J sums what its workers send in the order of arrival.
        assertThat(run(CLOUDS).loss()).isCloseTo(first.loss(), within(0.1 * first.loss()));
        assertThat(run(CLOUDS + "baseline.epochs = 6").loss()).isLessThan(first.loss());
    }

    @Test
    void predictsNumbers(@TempDir Path folder) throws IOException {
        StringBuilder table = new StringBuilder("a,b,c,label\n");
        for (int i = 0; i < 100; i++) {
            table.append(i % 7 / 7.0).append(',').append(i % 5 / 5.0).append(',').append(i % 3).append(',').append(2.0 * (i % 7) / 7 - i % 5 / 5.0).append('\n');
        }
        Path file = Files.writeString(folder.resolve("t.csv"), table);
        Baseline.Outcome outcome = run("dataset { kind = csv, classes = 0, test-fraction = 0.2, path = \"" + file + "\" }, training { lr = 0.05, batch-size = 4 }, "
            + "model.name = mlp, baseline { algorithm = dl4j, hidden = [16], epochs = 20 }");
        assertThat(outcome.accuracyPercent()).isNull();
        assertThat(outcome.rmse()).isLessThan(0.3);
    }

    @Test
    void aNetworkThatCannotBeReadIsTheUsersToCorrect() {
        assertThatThrownBy(() -> run(CLOUDS + "model { name = dl4j, dl4j = \"{}\" }")).isInstanceOf(UserError.class).hasMessageContaining("model.dl4j");
        assertThatThrownBy(() -> run(CLOUDS + "model { name = dl4j, dl4j = no-such-file.json }")).isInstanceOf(UserError.class).hasMessageContaining("no-such-file.json");
    }
}
