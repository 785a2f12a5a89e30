package io.starling.spark.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

@ExtendWith(WithSpark.class)
class MllibBaselineTest {
    private static Baseline.Outcome run(String hocon) {
        Experiment experiment = Experiment.parse(hocon, List.of());
        DatasetParts dataset = DatasetParts.of(Datasets.open(WithSpark.session(), experiment), experiment);
        return Baseline.of(WithSpark.session(), experiment, dataset).run();
    }

    @Test
    void classifiesClouds() {
        String clouds = "dataset { kind = synthetic, synthetic { train = 400, test = 100, features = 6, classes = 3, noise = 0.3 } }, ";
        Baseline.Outcome logistic = run(clouds + "baseline.iterations = 10");
        assertThat(logistic.algorithm()).isEqualTo("logistic");
        assertThat(logistic.accuracyPercent()).isGreaterThan(90);
        assertThat(logistic.trainSamples()).isEqualTo(400);
        assertThat(run(clouds + "evaluation.samples = 30, baseline { algorithm = perceptron, hidden = [5], iterations = 30 }").testSamples()).isEqualTo(30);
        assertThatThrownBy(() -> run(clouds + "baseline.algorithm = linear")).isInstanceOf(UserError.class).hasMessageContaining("numbers");
    }

    @Test
    void predictsNumbers(@TempDir Path folder) throws IOException {
        StringBuilder table = new StringBuilder("a,b,c,label\n");
        for (int i = 0; i < 100; i++) {
            table.append(i % 7).append(',').append(i % 5).append(',').append(i % 3).append(',').append(2.0 * (i % 7) - i % 5).append('\n');
        }
        Path file = Files.writeString(folder.resolve("t.csv"), table);
        Baseline.Outcome linear = run("dataset { kind = csv, classes = 0, test-fraction = 0.2, path = \"" + file + "\" }");
        assertThat(linear.algorithm()).isEqualTo("linear");
        assertThat(linear.rmse()).isLessThan(0.01);
    }
}
