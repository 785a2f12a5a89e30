package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.Experiment;
import io.starling.config.ModuleFactory;
import io.starling.config.Modules;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import io.starling.dataset.partition.Iid;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of data set must do; a new kind is added to {@link #WRITERS}. */
@ExtendWith(WithSpark.class)
class EverySourceTest {
    /** Writes a small data set of a kind into a folder and gives its settings. */
    private interface Writer {
        String write(Path folder);
    }

    private static final Map<String, Writer> WRITERS = new TreeMap<>(Map.of(
        "digits", folder -> "",
        "synthetic", folder -> "dataset.synthetic { train = 50, test = 10, features = 4, classes = 3 }",
        "cifar10", folder -> {
            Written.bytes(folder.resolve("data_batch_1.bin"), Written.cifar(0, 30));
            Written.bytes(folder.resolve("test_batch.bin.gz"), Written.gzip(Written.cifar(0, 5)));
            return path(folder);
        },
        "idx", folder -> {
            Written.bytes(folder.resolve("train-images-idx3-ubyte"), Written.idxImages(30));
            Written.bytes(folder.resolve("train-labels-idx1-ubyte"), Written.idxLabels(30));
            return path(folder);
        },
        "csv", folder -> path(Written.text(folder.resolve("t.csv"), "x,y,label\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n")) + ", dataset.scale = standard",
        "libsvm", folder -> path(Written.text(folder.resolve("t.svm"), "0 1:1\n1 3:2\n2 2:5 3:1\n0 1:2\n")),
        "leaf", folder -> {
            Written.text(folder.resolve("train/a.json"), "{\"users\": [\"u\", \"v\"], \"num_samples\": [2, 2], \"user_data\": "
                + "{\"u\": {\"x\": [[1, 2], [3, 4]], \"y\": [0, 1]}, \"v\": {\"x\": [[5, 6], [7, 8]], \"y\": [1, 0]}}}");
            return path(folder);
        },
        "movielens", folder -> {
            Written.text(folder.resolve("ratings.csv"), "userId,movieId,rating,timestamp\n1,10,4.0,0\n1,20,3.5,0\n2,10,1,0\n2,30,5,0\n2,20,2,0\n3,10,4,0\n");
            return path(folder);
        },
        "text", folder -> path(Written.text(folder.resolve("t.tsv"), "Ann\t" + "hello, world. ".repeat(20) + "\n")) + ", dataset.text { length = 8, stride = 4 }",
        "parquet", folder -> {
            Datasets.convert(WithSpark.session(), open("digits", ""), folder.resolve("p").toString());
            return path(folder.resolve("p"));
        }));

    @TempDir
    Path folder;

    private static String path(Path path) {
        return "dataset.path = \"" + path + "\"";
    }

    private static DatasetSource open(String kind, String settings) {
        return Datasets.open(WithSpark.session(), Experiment.parse("dataset.kind = " + kind + "\n" + settings, List.of()));
    }

    static Stream<String> kinds() {
        return Modules.all(DatasetSource.Factory.class).stream().map(ModuleFactory::name);
    }

    @Test
    void allKindsAreHere() {
        assertThat(kinds()).containsExactlyElementsOf(WRITERS.keySet());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void givesTheSameSequenceTwiceAndWhatItsFormatSays(String kind) {
        DatasetSource source = open(kind, WRITERS.get(kind).write(folder));
        List<Sample> once = source.train().collect();
        assertThat(source.train().collect()).usingRecursiveComparison().isEqualTo(once);
        SampleShape shape = source.format().shape();
        assertThat(source.format().pack(once).count()).isEqualTo(once.size()).isPositive();
        if (source.test() != null) {
            assertThat(source.format().pack(source.test().collect()).count()).isPositive();
        }
        assertThat(once).allSatisfy(sample -> {
            assertThat(sample.size()).isEqualTo(shape.size());
            assertThat(source.format().features(sample)).hasSize(shape.size());
            if (shape.classes() > 0) {
                assertThat(sample.target()).isBetween(0f, shape.classes() - 1f).isEqualTo(sample.label());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isDividedWithoutALoss(String kind) {
        DatasetSource source = open(kind, WRITERS.get(kind).write(folder));
        NodeData data = NodeData.divide(source.train(), source.format().shape(), new Iid(), 3, 1);
        assertThat(data.labelCounts().stream().mapToLong(NodeData.LabelCount::samples).sum()).isEqualTo(source.train().count());
        assertThat(Inspection.of(source).train().samples()).isEqualTo(source.train().count());
    }
}
