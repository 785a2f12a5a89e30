package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** CSV and LIBSVM. */
@ExtendWith(WithSpark.class)
class TableSourcesTest {
    private static final String FLOWERS = """
        length,colour,who,species
        1.5,red,ann,setosa
        2.5,"blue, dark",bob,virginica
        3.5,red,ann,setosa
        """;

    @TempDir
    Path folder;

    @Test
    void csvWithNamesOfClassesCategoriesAndUsers() {
        Path file = Written.text(folder.resolve("flowers.csv"), FLOWERS);
        DatasetSource source = Written.open("csv", file, "dataset.csv.label=species", "dataset.csv.user=who", "dataset.csv.categories=[colour]", "dataset.scale=min-max");
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(3, 2));
        List<Sample> samples = source.train().collect();
        assertThat(samples.get(1).floats()).containsExactly(0.5f, 1, 0);
        assertThat(samples.get(2).floats()).containsExactly(1, 0, 1);
        assertThat(samples).extracting(Sample::label).containsExactly(0, 1, 0);
        assertThat(samples).extracting(Sample::user).containsExactly("ann", "bob", "ann");
    }

    @Test
    void csvStandardScalingUsesTheTrainingColumns() {
        Path file = Written.text(folder.resolve("a.csv"), "x,label\n1,0\n3,1\n5,2\n");
        Path test = Written.text(folder.resolve("b.csv"), "x,label\n7,2\n");
        DatasetSource source = Written.open("csv", file, "dataset.scale=standard", "dataset.test-path=" + test);
        assertThat(source.train().collect().get(2).floats()[0]).isEqualTo(1);
        assertThat(source.test().collect().get(0).floats()[0]).isEqualTo(2);
    }

    @Test
    void csvWithoutHeaderAndRegression() {
        Path file = Written.text(folder.resolve("a.csv"), "1;2;0.5\n3;4;1.25\n");
        DatasetSource source = Written.open("csv", file, "dataset.csv.header=false", "dataset.csv.delimiter=;", "dataset.csv.label=2", "dataset.classes=0");
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(2, 0));
        assertThat(source.train().collect()).extracting(Sample::target).containsExactly(0.5f, 1.25f);
    }

    @Test
    void badTablesNameFileByteAndReason() {
        Path file = Written.text(folder.resolve("bad.csv"), "x,y,label\n1,2,0\n3,1\n");
        assertThatThrownBy(() -> Written.open("csv", file)).isInstanceOf(UserError.class)
            .hasMessageContaining("bad.csv, at byte 16").hasMessageContaining("2 columns").hasMessageContaining("3");
        Written.text(file, "x,y,label\n1,2,0\n3,four,1\n");
        assertThatThrownBy(() -> Written.open("csv", file)).isInstanceOf(UserError.class)
            .hasMessageContaining("at byte 16").hasMessageContaining("\"four\" in column y");
        assertThatThrownBy(() -> Written.open("csv", file, "dataset.csv.label=class")).isInstanceOf(UserError.class).hasMessageContaining("x, y, label");
        Written.bytes(file, "x,y,label\n1,2,0\n3,\u00e9,1\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Written.open("csv", file)).isInstanceOf(UserError.class).hasMessageContaining("at byte 16").hasMessageContaining("UTF-8");
        Written.text(file, "x,label\n1,0\n2,9\n");
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open("csv", file, "dataset.classes=3").train().count())).isInstanceOf(UserError.class)
            .hasMessageContaining("at byte 12").hasMessageContaining("label is 9");
    }

    @Test
    void everyLineOfALongFileIsReadOnceWhereverItIsCut() {
        int lines = 250_000;
        StringBuilder text = new StringBuilder("x,remark,label\n");
        for (int i = 0; i < lines; i++) {
            text.append(i).append(",").append("~".repeat(60 + i % 50)).append(',').append(i % 3).append('\n');
        }
        Path file = Written.text(folder.resolve("long.csv"), text.toString());
        DatasetSource source = Written.open("csv", file, "dataset.csv.ignore=[remark]");
        assertThat(source.train().getNumPartitions()).isGreaterThan(1);
        assertThat(source.train().map(s -> (long) s.floats()[0]).reduce(Long::sum)).isEqualTo((long) lines * (lines - 1) / 2);
    }

    @Test
    void libsvm() {
        Path file = Written.text(folder.resolve("a.svm"), "-1 1:0.5 3:2 # first\n+1 2:1\n\n1 4:0.25\n");
        DatasetSource source = Written.open("libsvm", file);
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(4, 2));
        List<Sample> samples = source.train().collect();
        assertThat(samples.get(0).floats()).containsExactly(0.5f, 0, 2, 0);
        assertThat(samples).extracting(Sample::label).containsExactly(0, 1, 1);
    }

    @Test
    void badLibsvmNamesFileByteAndReason() {
        Path file = Written.text(folder.resolve("a.svm"), "1 1:0.5\n1 3:2 2:1\n");
        assertThatThrownBy(() -> Written.open("libsvm", file)).isInstanceOf(UserError.class).hasMessageContaining("a.svm, at byte 8").hasMessageContaining("ascend");
        Written.text(file, "1 1:0.5\n1 two:1\n");
        assertThatThrownBy(() -> Written.open("libsvm", file)).isInstanceOf(UserError.class).hasMessageContaining("\"two:1\"");
    }
}
