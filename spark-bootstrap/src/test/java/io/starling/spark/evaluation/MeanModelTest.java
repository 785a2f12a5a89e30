package io.starling.spark.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.random.KeyedRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeanModelTest {
    @TempDir
    Path run;
    private SnapshotFolder folder;

    @BeforeEach
    void open() throws IOException {
        folder = new SnapshotFolder(run.toUri().toString(), new Configuration());
    }

    @Test
    void meanAndDistance() throws IOException {
        folder.write(10, 0, new float[] {0, 0, 5});
        folder.write(10, 3, new float[] {6, 8, 5});
        folder.write(20, 0, new float[] {9, 9, 9});
        MeanModel mean = MeanModel.of(folder, 10, List.of(0, 3), 3);
        assertThat(mean.state()).containsExactly(3, 4, 5);
        assertThat(mean.models()).isEqualTo(2);
        assertThat(mean.consensusDistance()).isEqualTo(5);
    }

    @Test
    void largerThanABuffer() throws IOException {
        int length = 100_003;
        float[][] models = new float[3][length];
        double[] mean = new double[length];
        for (int node = 0; node < 3; node++) {
            KeyedRandom random = KeyedRandom.of(1, "model", node);
            for (int at = 0; at < length; at++) {
                models[node][at] = (float) random.nextGaussian();
                mean[at] += models[node][at] / 3;
            }
            folder.write(1, node, models[node]);
        }
        MeanModel found = MeanModel.of(folder, 1, List.of(0, 1, 2), length);
        assertThat(found.state()[length - 1]).isCloseTo((float) mean[length - 1], within(1e-6f));
        assertThat(found.consensusDistance()).isCloseTo(Math.sqrt(length * 2.0 / 3), within(1.0));
    }

    @Test
    void aSnapshotIsThereOrNotAndCanBeDeleted() throws IOException {
        assertThat(folder.has(5, 1)).isFalse();
        folder.write(5, 1, new float[] {1});
        assertThat(folder.has(5, 1)).isTrue();
        assertThatThrownBy(() -> MeanModel.of(folder, 5, List.of(1), 2)).isInstanceOf(IOException.class).hasMessageContaining("2 values");
        folder.delete(5);
        assertThat(folder.has(5, 1)).isFalse();
    }
}
