package io.starling.spark.data;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.Synthetic;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Gaussian clouds, made where they are needed. */
final class SyntheticSource implements DatasetSource {
    static final Key<Integer> TRAIN = Key.integer("dataset.synthetic.train").atLeast(1).orElse(10_000).doc("Training samples of dataset.kind = synthetic.");
    static final Key<Integer> TEST = Key.integer("dataset.synthetic.test").atLeast(1).orElse(1_000).doc("Test samples.");
    static final Key<Integer> FEATURES = Key.integer("dataset.synthetic.features").atLeast(1).orElse(20).doc("Features a sample.");
    static final Key<Integer> CLASSES = Key.integer("dataset.synthetic.classes").atLeast(2).orElse(10).doc("Classes; each is a Gaussian cloud.");
    static final Key<Double> NOISE = Key.number("dataset.synthetic.noise").atLeast(0).orElse(1.0)
        .doc("Standard deviation of a cloud; that of the centres is 1, so more is harder.");
    private static final int SAMPLES_A_PARTITION = 10_000;

    private final JavaSparkContext spark;
    private final Synthetic data;
    private final int train;
    private final int test;

    private SyntheticSource(JavaSparkContext spark, Synthetic data, int train, int test) {
        this.spark = spark;
        this.data = data;
        this.train = train;
        this.test = test;
    }

    @Override
    public SampleFormat format() {
        return data.format();
    }

    @Override
    public JavaRDD<Sample> train() {
        return make("train", train);
    }

    @Override
    public JavaRDD<Sample> test() {
        return make("test", test);
    }

    private JavaRDD<Sample> make(String part, int count) {
        List<int[]> ranges = new ArrayList<>();
        for (int from = 0; from < count; from += SAMPLES_A_PARTITION) {
            ranges.add(new int[] {from, Math.min(count, from + SAMPLES_A_PARTITION)});
        }
        Synthetic made = data;
        return spark.parallelize(ranges, ranges.size()).flatMap(range -> made.samples(part, range[0], range[1]).iterator());
    }

    /** Chosen by {@code dataset.kind = synthetic}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "synthetic";
        }

        @Override
        public String doc() {
            return "Gaussian clouds, one a class, for trying things out without any files.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(TRAIN, TEST, FEATURES, CLASSES, NOISE);
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            long seed = settings.get(io.starling.node.RunKeys.SEED);
            Synthetic data = new Synthetic(settings.get(FEATURES), settings.get(CLASSES), settings.get(NOISE), seed);
            return new SyntheticSource(spark, data, settings.get(TRAIN), settings.get(TEST));
        }
    }
}
