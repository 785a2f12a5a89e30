package io.starling.spark.data;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.Samples;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** A data set as Spark sees it: training samples spread over the cluster, and a test set. */
public interface DatasetSource {
    SampleFormat format();

    /**
     * The training samples. Partitions in order, each in order: the sequence of all samples must not depend on how many
     * executors there are.
     */
    JavaRDD<Sample> train();

    /** The test set, or null if there is none. */
    Samples test();

    /** Makes the source named by {@code dataset.kind}; checks what can be checked without reading the data. */
    interface Factory extends ModuleFactory {
        DatasetSource open(JavaSparkContext spark, Settings settings);
    }
}
