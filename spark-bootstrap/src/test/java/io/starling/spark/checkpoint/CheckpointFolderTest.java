package io.starling.spark.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.node.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
    @TempDir
    Path results;

    private CheckpointFolder folder;
    private int outdated;

    @BeforeEach
    void open() throws IOException {
        folder = new CheckpointFolder(results.toString(), new Configuration(), () -> outdated, () -> { });
    }

    private static List<float[]> memory(float value) {
        return List.of(new float[] {value, value + 1}, new float[0], new float[] {-value});
    }

    @Test
    void whatIsKeptComesBack() throws IOException {
        Checkpoints node = folder.resumedAfter(3, 0, 5);
        assertThat(node.restore(memory(0))).isZero();
        node.keep(4, memory(4));
        node.keep(5, memory(5));
        List<float[]> memory = memory(0);
        assertThat(folder.resumedAfter(3, 5, 5).restore(memory)).isEqualTo(5);
        assertThat(memory.get(0)).containsExactly(5, 6);
        assertThat(memory.get(2)).containsExactly(-5);
        assertThatThrownBy(() -> folder.resumedAfter(3, 4, 5).restore(memory)).isInstanceOf(IOException.class).hasMessageContaining("4");
    }

    @Test
    void theLastTwoAreKeptAndWhatOthersMayNotHaveYet() throws IOException {
        Checkpoints node = folder.resumedAfter(0, 0, 1);
        outdated = 9;
        for (int rounds = 1; rounds <= 12; rounds++) {
            node.keep(rounds, memory(rounds));
        }
        try (var files = Files.list(results.resolve("checkpoints/0"))) {
            assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.startsWith("."))).containsExactlyInAnyOrder("9", "10", "11", "12");
        }
        outdated = 100;
        node.keep(13, memory(13));
        try (var files = Files.list(results.resolve("checkpoints/0"))) {
            assertThat(files.map(f -> f.getFileName().toString()).filter(f -> !f.startsWith("."))).containsExactlyInAnyOrder("12", "13");
        }
    }

    @Test
    void aRunGoesOnWhereAllHaveACheckpoint() throws IOException {
        assertThat(folder.rewind(2)).isZero();
        folder.resumedAfter(0, 0, 1).keep(7, memory(7));
        assertThat(folder.rewind(2)).as("and what there was is forgotten").isZero();
        folder.resumedAfter(0, 0, 1).keep(6, memory(6));
        folder.resumedAfter(0, 0, 1).keep(7, memory(7));
        folder.resumedAfter(0, 0, 1).keep(8, memory(8));
        folder.resumedAfter(1, 0, 1).keep(6, memory(6));
        folder.resumedAfter(1, 0, 1).keep(7, memory(7));
        assertThat(folder.rewind(2)).isEqualTo(7);
        assertThat(results.resolve("checkpoints/0/8")).doesNotExist();
        Files.deleteIfExists(results.resolve("checkpoints/1/.7.crc"));
        Files.write(results.resolve("checkpoints/1/7"), new byte[] {1, 2, 3});
        assertThat(folder.rewind(2)).as("the last that is sound").isEqualTo(6);
        folder.delete();
        assertThat(folder.rewind(2)).isZero();
    }

    @Test
    void aLostNodeTakesItsLastSoundCheckpointInTheRoundOfTheOthers() throws IOException {
        Checkpoints node = folder.resumedAfter(1, 0, 1);
        node.keep(3, memory(3));
        node.keep(4, memory(4));
        List<float[]> memory = memory(0);
        assertThat(folder.rejoining(1, 9, 1).restore(memory)).isEqualTo(9);
        assertThat(memory.get(0)).containsExactly(4, 5);
        Files.deleteIfExists(results.resolve("checkpoints/1/.4.crc"));
        Files.write(results.resolve("checkpoints/1/4"), new byte[] {1, 2, 3});
        assertThat(folder.rejoining(1, 9, 1).restore(memory)).isEqualTo(9);
        assertThat(memory.get(0)).containsExactly(3, 4);
        assertThat(folder.rejoining(2, 9, 1).restore(memory)).isEqualTo(9);
    }

    @Property(tries = 300)
    void damageIsNoticedAndLeavesTheMemoryAlone(@ForAll @IntRange(min = 0, max = 10_000) int place, @ForAll @IntRange(min = 1, max = 255) int flip) throws IOException {
        byte[] bytes = CheckpointFile.encode(2, 9, memory(1));
        bytes[place % bytes.length] ^= (byte) flip;
        List<float[]> memory = memory(7);
        assertThatThrownBy(() -> CheckpointFile.decode(bytes, 2, 9, memory)).isInstanceOf(IOException.class);
        assertThat(memory.get(0)).containsExactly(7, 8);
    }

    @Test
    void aCheckpointOfSomethingElseIsRefused() throws IOException {
        byte[] bytes = CheckpointFile.encode(2, 9, memory(1));
        assertThatThrownBy(() -> CheckpointFile.decode(bytes, 3, 9, memory(1))).hasMessageContaining("not that of node 3");
        assertThatThrownBy(() -> CheckpointFile.decode(bytes, 2, 9, List.of(new float[2]))).hasMessageContaining("3 arrays");
        assertThatThrownBy(() -> CheckpointFile.decode(bytes, 2, 9, List.of(new float[3], new float[0], new float[1]))).hasMessageContaining("2 values");
        assertThatThrownBy(() -> CheckpointFile.decode(new byte[3], 2, 9, List.of())).hasMessageContaining("cut off");
    }
}
