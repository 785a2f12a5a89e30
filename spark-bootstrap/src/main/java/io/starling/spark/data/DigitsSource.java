package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.dataset.Digits;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** The digits that come with the product; executors read them from their own class path. */
final class DigitsSource implements DatasetSource {
    private final JavaSparkContext spark;

    private DigitsSource(JavaSparkContext spark) {
        this.spark = spark;
    }

    @Override
    public SampleFormat format() {
        return Digits.FORMAT;
    }

    @Override
    public JavaRDD<Sample> train() {
        return spark.parallelize(List.of(0), 1).flatMap(part -> Digits.train().iterator());
    }

    @Override
    public JavaRDD<Sample> test() {
        return spark.parallelize(List.of(0), 1).flatMap(part -> Digits.test().iterator());
    }

    /** Chosen by {@code dataset.kind = digits}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "digits";
        }

        @Override
        public String doc() {
            return "2,500 of MNIST's digits that come with the product: 2,000 to train, 500 to test.";
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new DigitsSource(spark);
        }
    }
}
