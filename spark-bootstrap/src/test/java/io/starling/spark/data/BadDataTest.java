package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.functions;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is the same for all formats: a file that is damaged is named, with the place and the reason, and nothing is thrown but a UserError. */
@ExtendWith(WithSpark.class)
class BadDataTest {
    @TempDir
    Path folder;

    private static AbstractThrowableAssert<?, ? extends Throwable> reading(String kind, Path path, String... settings) {
        return assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open(kind, path, settings).train().collect())).isInstanceOf(UserError.class);
    }

    @ParameterizedTest
    @CsvSource({"cifar10,data_batch_1.bin", "idx,train-images-idx3-ubyte", "csv,t.csv", "libsvm,t.svm", "leaf,train/a.json", "movielens,ratings.csv", "text,t.tsv"})
    void anEmptyFile(String kind, String name) {
        if (kind.equals("idx")) {
            Written.bytes(folder.resolve("train-labels-idx1-ubyte"), Written.idxLabels(3));
        }
        Path file = Written.bytes(folder.resolve(name), new byte[0]);
        Path given = kind.equals("csv") || kind.equals("libsvm") || kind.equals("text") ? file : folder;
        reading(kind, given).satisfies(e -> assertThat(e.getMessage()).contains(name.substring(name.lastIndexOf('/') + 1)).contains("empty"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"csv;t.csv;x,y,label|1,2,3|1,?,3|;at byte 16", "libsvm;t.svm;0 1:1|1 1:? 2:3|;at byte 6", "text;t.tsv;Ann\thello|Bob\tw?rld|;at byte 10",
        "movielens;ratings.csv;userId,movieId,rating,timestamp|1,2,3,?|;at byte 32"})
    void notUtf8(String kind, String name, String text, String place) {
        byte[] bytes = text.replace('|', '\n').getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xC3 : bytes[i];
        }
        Path file = Written.bytes(folder.resolve(name), bytes);
        reading(kind, kind.equals("movielens") ? folder : file).hasMessageContaining(name).hasMessageContaining(place).hasMessageContaining("UTF-8");
    }

    @Test
    void aCompressedFileThatIsCutOff() {
        byte[] whole = Written.gzip(Written.cifar(0, 20));
        Written.bytes(folder.resolve("data_batch_1.bin.gz"), Arrays.copyOf(whole, whole.length / 2));
        reading("cifar10", folder).hasMessageContaining("data_batch_1.bin.gz").hasMessageContaining("to byte ").hasMessageContaining("cut off or damaged");
    }

    @Test
    void aFileThatIsNoParquet() {
        Written.bytes(folder.resolve("p/t.parquet"), new byte[0]);
        reading("parquet", folder.resolve("p")).hasMessageContaining("t.parquet").hasMessageContaining("cannot be read as Parquet");
    }

    @Test
    void raggedFeaturesInATableOfOnesOwn() {
        WithSpark.session().range(10).coalesce(1).select(functions.expr("id % 3 as label"), functions.expr("if(id = 7, array(1.0), array(1.0, 2.0)) as features"))
            .write().mode(SaveMode.Overwrite).parquet(folder.resolve("own").toString());
        reading("parquet", folder.resolve("own")).hasMessageContaining("own").hasMessageContaining("a row has 1 features, but others have 2");
    }

    @Test
    void labelsAndFeaturesOfTheWrongTypeInATableOfOnesOwn() {
        WithSpark.session().range(3).select(functions.expr("id as label"), functions.expr("'x' as features")).write().parquet(folder.resolve("text").toString());
        reading("parquet", folder.resolve("text")).hasMessageContaining("features");
        WithSpark.session().range(3).select(functions.expr("if(id = 1, null, id) as label"), functions.expr("array(1.0) as features")).write().parquet(folder.resolve("null").toString());
        reading("parquet", folder.resolve("null")).hasMessageContaining("label");
    }
}
