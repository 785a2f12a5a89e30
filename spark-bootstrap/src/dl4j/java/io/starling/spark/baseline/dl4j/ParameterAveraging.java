package io.starling.spark.baseline.dl4j;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.Batch;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.model.Score;
import io.starling.node.RunKeys;
import io.starling.random.KeyedRandom;
import io.starling.spark.baseline.Baseline;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.data.UserErrors;
import io.starling.training.TrainingKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.spark.api.RDDTrainingApproach;
import org.deeplearning4j.spark.impl.multilayer.SparkDl4jMultiLayer;
import org.deeplearning4j.spark.impl.paramavg.ParameterAveragingTrainingMaster;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.factory.Nd4j;
import scala.Tuple2;

/**
 * Synchronous data-parallel training as DL4J does it on Spark: all workers start from the same parameters, make some steps on their part
 * of the data, and the driver averages what they come to.
 *
 * <p>The opposite of a run: a centre, and data that is dealt out at random.
 */
public final class ParameterAveraging implements Baseline {
    static final Key<Integer> EPOCHS = Key.integer("baseline.epochs").atLeast(1).orElse(5).doc("How often the baseline dl4j goes through the data.");
    static final Key<Integer> FREQUENCY = Key.integer("baseline.averaging-frequency").atLeast(1).orElse(5)
        .doc("Mini-batches (of training.batch-size) of a worker of the baseline dl4j between two averages.");
    private static final int TEST_BATCH = 256;

    private final JavaSparkContext spark;
    private final Settings settings;
    private final DatasetParts dataset;
    private final SampleShape shape;
    private final MultiLayerConfiguration network;

    private ParameterAveraging(SparkSession session, Settings settings, DatasetParts dataset) {
        spark = new JavaSparkContext(session.sparkContext());
        this.settings = settings;
        this.dataset = dataset;
        shape = dataset.format().shape();
        network = Networks.of(settings, shape, spark.hadoopConfiguration());
    }

    @Override
    public Outcome run() {
        int workers = spark.defaultParallelism();
        JavaRDD<DataSet> batches = batches(workers).persist(StorageLevel.MEMORY_AND_DISK());
        try {
            return UserErrors.unwrapped(() -> {
                long samples = batches.map(DataSet::numExamples).fold(0, Integer::sum);
                long began = System.nanoTime();
                MultiLayerNetwork trained = train(batches, workers);
                return outcome(trained, samples, (System.nanoTime() - began) / 1e9);
            });
        } finally {
            batches.unpersist();
        }
    }

    private MultiLayerNetwork train(JavaRDD<DataSet> batches, int workers) {
        int batchSize = settings.get(TrainingKeys.BATCH_SIZE);
        // "Direct", and no storage level: the batches are in Spark's memory already, and no files are left behind in a temporary folder.
        var master = new ParameterAveragingTrainingMaster.Builder(workers, batchSize).batchSizePerWorker(batchSize)
            .averagingFrequency(settings.get(FREQUENCY)).workerPrefetchNumBatches(0).rddTrainingApproach(RDDTrainingApproach.Direct)
            .storageLevel(null).rngSeed(settings.get(RunKeys.SEED)).build();
        SparkDl4jMultiLayer training = new SparkDl4jMultiLayer(spark, network, master);
        for (int epoch = 0; epoch < settings.get(EPOCHS); epoch++) {
            training.fit(batches);
        }
        return training.getNetwork();
    }

    /** All training samples in a random order, as data sets are often sorted, in mini-batches. */
    private JavaRDD<DataSet> batches(int workers) {
        SampleFormat format = dataset.format();
        int batchSize = settings.get(TrainingKeys.BATCH_SIZE);
        long seed = settings.get(RunKeys.SEED);
        return dataset.train().zipWithIndex().mapToPair(sample -> new Tuple2<>(KeyedRandom.of(seed, "baseline", sample._2).nextLong(), sample._1))
            .sortByKey(true, workers).values().mapPartitions(samples -> new Batches(samples, format, batchSize));
    }

    /** Packs samples as they come. */
    private record Batches(Iterator<Sample> samples, SampleFormat format, int batchSize) implements Iterator<DataSet> {
        @Override
        public boolean hasNext() {
            return samples.hasNext();
        }

        @Override
        public DataSet next() {
            List<Sample> some = new ArrayList<>();
            while (some.size() < batchSize && samples.hasNext()) {
                some.add(samples.next());
            }
            Batch batch = new Batch(some.size(), format.shape().size());
            format.pack(some).fill(batch, 0, some.size());
            return new DataSet(features(batch, format.shape()), targets(batch, format.shape()));
        }
    }

    private static INDArray features(Batch batch, SampleShape shape) {
        long[] dimensions = new long[shape.dimensions().length + 1];
        dimensions[0] = batch.size;
        for (int i = 1; i < dimensions.length; i++) {
            dimensions[i] = shape.dimensions()[i - 1];
        }
        return Nd4j.create(Arrays.copyOf(batch.features, batch.size * shape.size()), dimensions, 'c');
    }

    private static INDArray targets(Batch batch, SampleShape shape) {
        INDArray targets = Nd4j.zeros(batch.size, Math.max(1, shape.classes()));
        for (int n = 0; n < batch.size; n++) {
            if (shape.classes() > 0) {
                targets.putScalar(n, (int) batch.targets[n], 1);
            } else {
                targets.putScalar(n, 0, batch.targets[n]);
            }
        }
        return targets;
    }

    private Outcome outcome(MultiLayerNetwork trained, long samples, double seconds) {
        Samples test = dataset.test();
        Score score = new Score(shape.classes());
        Batch batch = new Batch(TEST_BATCH, shape.size());
        for (int at = 0; at < test.count(); at += TEST_BATCH) {
            test.fill(batch, at, Math.min(TEST_BATCH, test.count() - at));
            add(trained.output(features(batch, shape)), batch, score);
        }
        return shape.classes() > 0 ? new Outcome("dl4j", samples, test.count(), score.accuracyPercent(), score.meanLoss(), null, seconds)
            : new Outcome("dl4j", samples, test.count(), null, score.meanLoss(), score.rootMeanSquaredError(), seconds);
    }

    private void add(INDArray output, Batch batch, Score score) {
        for (int n = 0; n < batch.size; n++) {
            if (shape.classes() == 0) {
                double predicted = output.getDouble(n, 0);
                score.addRegression(batch.targets[n], predicted, (predicted - batch.targets[n]) * (predicted - batch.targets[n]));
            } else {
                int target = (int) batch.targets[n];
                score.addClassification(target, output.getRow(n).argMax().getInt(0), -Math.log(Math.max(output.getDouble(n, target), Float.MIN_NORMAL)));
            }
        }
    }

    /** {@code baseline.algorithm = dl4j}. */
    public static final class Factory implements Baseline.Factory {
        @Override
        public String name() {
            return "dl4j";
        }

        @Override
        public String doc() {
            return "dl4j-spark's parameter averaging: of the experiment's own network where model.name = dl4j, of a perceptron with layers of baseline.hidden otherwise.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(EPOCHS, FREQUENCY);
        }

        @Override
        public Baseline create(SparkSession session, Settings settings, DatasetParts dataset) {
            return new ParameterAveraging(session, settings, dataset);
        }
    }
}
