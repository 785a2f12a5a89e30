package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.Characters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** MovieLens, text by speaker, and Parquet. */
@ExtendWith(WithSpark.class)
class OtherSourcesTest {
    @TempDir
    Path folder;

    @Test
    void movieLensNumbersUsersAndFilmsAndSplitsEveryUser() {
        StringBuilder ratings = new StringBuilder("userId,movieId,rating,timestamp\n");
        for (int user : new int[] {5, 10, 7}) {
            for (int film = 0; film < 10; film++) {
                ratings.append(user).append(',').append(100 - film * 3).append(',').append(film / 2.0).append(",96498\n");
            }
        }
        Written.text(folder.resolve("ratings.csv"), ratings.toString());
        DatasetSource source = Written.open("movielens", folder);
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(2, 0));
        List<Sample> train = source.train().collect();
        List<Sample> test = source.test().collect();
        assertThat(train).hasSize(21);
        assertThat(test).hasSize(9).extracting(Sample::user).containsOnly("5", "7", "10");
        List<Sample> all = new ArrayList<>(train);
        all.addAll(test);
        assertThat(all).allSatisfy(s -> {
            assertThat(s.floats()[0]).isEqualTo(List.of("5", "7", "10").indexOf(s.user()));
            assertThat(s.floats()[1]).isEqualTo(9 - s.target() * 2);
        });
        Written.text(folder.resolve("ratings.csv"), "userId,movieId,rating,timestamp\n1,2\n");
        assertThatThrownBy(() -> Written.open("movielens", folder)).isInstanceOf(UserError.class).hasMessageContaining("ratings.csv, at byte 32");
    }

    @Test
    void textKeepsTheEndOfEverySpeakerForTesting() {
        String text = "abcdefghijklmnopqrstuvwxyz".repeat(4);
        Path file = Written.text(folder.resolve("roles.tsv"), "play\tAnn\t" + text + "\nplay\tBob\tshort\n");
        DatasetSource source = Written.open("text", file, "dataset.text.length=5", "dataset.text.stride=3", "dataset.text.test-fraction=0.25");
        List<Sample> train = source.train().collect();
        assertThat(train).extracting(Sample::user).containsOnly("play Ann");
        assertThat(train.get(1).bytes()).isEqualTo(Characters.tokens("defgh", 5));
        assertThat(train.get(1).label()).isEqualTo(Characters.token('i'));
        assertThat(train).hasSize(25);
        assertThat(source.test().collect().get(0).bytes()).isEqualTo(Characters.tokens(text.substring(78, 83), 5));
        Written.text(folder.resolve("roles.tsv"), "no tab here\n");
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> Written.open("text", file).train().count())).isInstanceOf(UserError.class).hasMessageContaining("no tab");
    }

    @Test
    void convertedDataIsTheSame() {
        Written.bytes(folder.resolve("c/data_batch_1.bin"), Written.cifar(0, 41));
        Written.bytes(folder.resolve("c/test_batch.bin"), Written.cifar(0, 3));
        assertThat(Datasets.recognise(folder.resolve("c").toString(), new Configuration())).isEqualTo("cifar10");
        DatasetSource original = Written.open("cifar10", folder.resolve("c"), "dataset.mean=[0.4, 0.5, 0.6]");
        String out = folder.resolve("out").toString();
        Datasets.convert(WithSpark.session(), original, out);
        assertThat(Datasets.recognise(out, new Configuration())).isEqualTo("parquet");
        DatasetSource converted = Written.open("parquet", folder.resolve("out"));
        assertThat(converted.format()).usingRecursiveComparison().isEqualTo(original.format());
        assertThat(converted.train().collect()).usingRecursiveComparison().isEqualTo(original.train().collect());
        assertThat(converted.test().collect()).usingRecursiveComparison().isEqualTo(original.test().collect());
        assertThatThrownBy(() -> Datasets.convert(WithSpark.session(), original, out)).isInstanceOf(UserError.class).hasMessageContaining("there already");
    }

    @Test
    void floatsAndUsersSurviveConversion() {
        JavaRDD<Sample> samples = WithSpark.context().parallelize(List.of(Sample.of(new float[] {1.5f, -2}, 0.25f).by("ann"), Sample.of(new float[] {0, 1}, 3)), 2);
        DatasetSource source = new DatasetSource() {
            @Override
            public io.starling.dataset.SampleFormat format() {
                return io.starling.dataset.SampleFormat.floats(SampleShape.vector(2, 0));
            }

            @Override
            public JavaRDD<Sample> train() {
                return samples;
            }

            @Override
            public JavaRDD<Sample> test() {
                return null;
            }
        };
        Datasets.convert(WithSpark.session(), source, folder.resolve("f").toString());
        DatasetSource converted = Written.open("parquet", folder.resolve("f"));
        assertThat(converted.test()).isNull();
        assertThat(converted.train().collect()).usingRecursiveComparison().isEqualTo(samples.collect());
    }

    @Test
    void parquetOfOnesOwn() {
        WithSpark.session().range(10).select(functions.expr("id % 3 as label"), functions.expr("array(id, 2.5) as features"), functions.expr("id % 2 as user"))
            .write().mode(SaveMode.Overwrite).parquet(folder.resolve("own").toString());
        DatasetSource source = Written.open("parquet", folder.resolve("own"));
        assertThat(source.format().shape()).isEqualTo(SampleShape.vector(2, 3));
        assertThat(source.train().collect()).extracting(s -> s.floats()[0]).containsExactly(0f, 1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f, 9f);
        assertThat(source.train().collect().get(3).user()).isEqualTo("1");
        WithSpark.session().range(2).select(functions.expr("id as target")).write().parquet(folder.resolve("bad").toString());
        assertThatThrownBy(() -> Written.open("parquet", folder.resolve("bad"))).isInstanceOf(UserError.class).hasMessageContaining("no column label");
    }

    @Test
    void inspectionCounts() {
        Written.bytes(folder.resolve("data_batch_1.bin"), Written.cifar(0, 25));
        Inspection found = Inspection.of(Written.open("cifar10", folder));
        assertThat(found.test()).isNull();
        assertThat(found.train().samples()).isEqualTo(25);
        assertThat(found.train().samplesByLabel()).containsEntry(4, 3L).containsEntry(5, 2L).hasSize(10);
        assertThat(found.train().least()).isZero();
        assertThat(found.train().most()).isEqualTo(24);
    }
}
