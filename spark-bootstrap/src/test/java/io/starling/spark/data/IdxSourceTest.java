package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(WithSpark.class)
class IdxSourceTest {
    @TempDir
    Path folder;

    private void write(int count) {
        Written.bytes(folder.resolve("train-images-idx3-ubyte"), Written.idxImages(count));
        Written.bytes(folder.resolve("train-labels-idx1-ubyte"), Written.idxLabels(count));
    }

    @Test
    void readsPlainAndCompressed() {
        write(17);
        Written.bytes(folder.resolve("t10k-images-idx3-ubyte.gz"), Written.gzip(Written.idxImages(3)));
        Written.bytes(folder.resolve("t10k-labels-idx1-ubyte.gz"), Written.gzip(Written.idxLabels(3)));
        DatasetSource source = Written.open("idx", folder);
        assertThat(source.format().shape()).isEqualTo(SampleShape.image(1, 2, 3, 5));
        List<Sample> train = source.train().collect();
        assertThat(train).hasSize(17);
        assertThat(train.get(16).bytes()).containsExactly(16, 16, 16, 16, 16, 16);
        assertThat(train.get(16).label()).isEqualTo(1);
        assertThat(source.test().collect()).extracting(Sample::label).containsExactly(0, 1, 2);
    }

    @Test
    void wrongMagicCutFilesAndWrongPairsAreNamed() {
        write(4);
        Written.bytes(folder.resolve("train-images-idx3-ubyte"), Arrays.copyOf(Written.idxImages(4), 30));
        assertThatThrownBy(() -> Written.open("idx", folder)).isInstanceOf(UserError.class)
            .hasMessageContaining("train-images-idx3-ubyte, at byte 30").hasMessageContaining("end at byte 40");
        Written.bytes(folder.resolve("train-images-idx3-ubyte"), Written.idxLabels(4));
        assertThatThrownBy(() -> Written.open("idx", folder)).isInstanceOf(UserError.class).hasMessageContaining("0x00000801").hasMessageContaining("0x00000803");
        Written.bytes(folder.resolve("train-images-idx3-ubyte"), Written.idxImages(5));
        assertThatThrownBy(() -> Written.open("idx", folder)).isInstanceOf(UserError.class).hasMessageContaining("5 images").hasMessageContaining("4 labels");
    }

    @Test
    void aCutCompressedFileIsFoundWhenItIsRead() {
        Written.bytes(folder.resolve("train-images-idx3-ubyte.gz"), Written.gzip(Arrays.copyOf(Written.idxImages(4), 30)));
        Written.bytes(folder.resolve("train-labels-idx1-ubyte.gz"), Written.gzip(Written.idxLabels(4)));
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open("idx", folder).train().count())).isInstanceOf(UserError.class)
            .hasMessageContaining("record 2 (at byte 28)");
    }
}
