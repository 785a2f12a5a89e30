package io.starling.spark.data;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** A data set as Spark sees it: samples spread over the cluster. */
public interface DatasetSource {
    SampleFormat format();

    /**
     * The training samples. Partitions in order, each in order: the sequence of all samples must not depend on how many
     * executors there are.
     */
    JavaRDD<Sample> train();

    /** The test samples, likewise, or null if the data set has none set apart. */
    JavaRDD<Sample> test();

    /** Makes the source named by {@code dataset.kind}. May have Spark read the data to find out its shape. */
    interface Factory extends ModuleFactory {
        DatasetSource open(JavaSparkContext spark, Settings settings);
    }
}
