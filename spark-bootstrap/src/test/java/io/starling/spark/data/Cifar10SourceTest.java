package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.Samples;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(WithSpark.class)
class Cifar10SourceTest {
    @TempDir
    Path folder;

    @Test
    void readsPlainAndCompressedFilesInOrder() {
        Written.bytes(folder.resolve("data_batch_1.bin"), Written.cifar(0, 20));
        Written.bytes(folder.resolve("data_batch_2.bin.gz"), Written.gzip(Written.cifar(20, 33)));
        Written.bytes(folder.resolve("test_batch.bin"), Written.cifar(100, 104));
        Written.text(folder.resolve("batches.meta.txt"), "airplane\n");
        DatasetSource source = Written.open("cifar10", folder);
        List<Sample> train = source.train().collect();
        assertThat(train).extracting(s -> s.bytes()[0] & 0xFF).isEqualTo(IntStream.range(0, 33).boxed().toList());
        assertThat(train).extracting(Sample::label).isEqualTo(IntStream.range(0, 33).map(i -> i % 10).boxed().toList());
        assertThat(source.test().collect()).extracting(s -> s.bytes()[3071] & 0xFF).containsExactly(100, 101, 102, 103);
    }

    @Test
    void pixelsAreNormalisedAsAsked() {
        Written.bytes(folder.resolve("data_batch_1.bin"), Written.cifar(255, 256));
        DatasetSource source = Written.open("cifar10", folder, "dataset.mean=[0.5, 0, 0]", "dataset.deviation=[0.5]");
        Samples packed = source.format().pack(source.train().collect());
        io.starling.dataset.Batch batch = new io.starling.dataset.Batch(1, 3072);
        packed.fill(batch, 0, 1);
        assertThat(batch.features[0]).isEqualTo(1);
        assertThat(batch.features[3071]).isEqualTo(2);
    }

    @Test
    void aCutFileNamesFileRecordAndByte() {
        Written.bytes(folder.resolve("data_batch_1.bin"), Arrays.copyOf(Written.cifar(0, 5), 4 * 3073 + 100));
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open("cifar10", folder).train().count())).isInstanceOf(UserError.class)
            .hasMessageContaining("data_batch_1.bin, record 4 (at byte 12292)").hasMessageContaining("cut off");
    }

    @Test
    void aWrongLabelNamesFileRecordAndByte() {
        byte[] file = Written.cifar(0, 5);
        file[2 * 3073] = 77;
        Written.bytes(folder.resolve("data_batch_1.bin"), file);
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open("cifar10", folder).train().count())).isInstanceOf(UserError.class)
            .hasMessageContaining("record 2 (at byte 6146)").hasMessageContaining("label is 77");
    }

    @Test
    void anEmptyFileAndAWrongFolderAreRefused() {
        assertThatThrownBy(() -> Written.open("cifar10", folder)).isInstanceOf(UserError.class).hasMessageContaining("data_batch_1.bin");
        assertThatThrownBy(() -> Written.open("cifar10", folder.resolve("none"))).isInstanceOf(UserError.class).hasMessageContaining("no such file");
        Written.bytes(folder.resolve("data_batch_1.bin"), new byte[0]);
        assertThatThrownBy(() -> Written.open("cifar10", folder)).isInstanceOf(UserError.class).hasMessageContaining("the file is empty");
    }
}
