package io.starling.spark.baseline;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.node.RunKeys;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.data.UserErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.MultilayerPerceptronClassifier;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.recommendation.ALS;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/** One of MLlib's algorithms. */
public final class MllibBaseline implements Baseline {
    static final Key<Integer> ITERATIONS = Key.integer("baseline.iterations").atLeast(1).orElse(100).doc("Iterations of the optimizer of MLlib's baselines.");
    static final Key<Double> REGULARISATION = Key.number("baseline.regularisation").atLeast(0).orElse(0.0).doc("Regularisation of MLlib's baselines; als needs some, such as 0.1.");
    private static final int ALS_FACTORS = 20;
    /** It has converged by then, and its lineage, which grows with them, must fit small stacks. */
    private static final int ALS_ITERATIONS = 8;
    private static final int TEST_PARTITIONS = 4;

    private final String algorithm;
    private final SparkSession session;
    private final Settings settings;
    private final DatasetParts dataset;
    private final SampleShape shape;

    private MllibBaseline(String algorithm, SparkSession session, Settings settings, DatasetParts dataset) {
        this.algorithm = algorithm;
        this.session = session;
        this.settings = settings;
        this.dataset = dataset;
        shape = dataset.format().shape();
    }

    /** What the four algorithms have in common. */
    private abstract static class Algorithm implements Baseline.Factory {
        private final String name;
        private final boolean forClasses;
        private final String doc;

        Algorithm(String name, boolean forClasses, String doc) {
            this.name = name;
            this.forClasses = forClasses;
            this.doc = doc;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String doc() {
            return doc;
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(ITERATIONS, REGULARISATION);
        }

        @Override
        public Baseline create(SparkSession session, Settings settings, DatasetParts dataset) {
            SampleShape shape = dataset.format().shape();
            if (forClasses != shape.classes() > 0) {
                throw new UserError(ALGORITHM + " = " + name + " predicts " + (forClasses ? "classes" : "numbers") + ", but the data set has samples of " + shape + ".");
            }
            return new MllibBaseline(name, session, settings, dataset);
        }
    }

    /** {@code baseline.algorithm = logistic}. */
    public static final class Logistic extends Algorithm {
        public Logistic() {
            super("logistic", true, "MLlib's multinomial logistic regression, for classes.");
        }
    }

    /** {@code baseline.algorithm = perceptron}. */
    public static final class Perceptron extends Algorithm {
        public Perceptron() {
            super("perceptron", true, "MLlib's multilayer perceptron with layers of baseline.hidden, for classes.");
        }
    }

    /** {@code baseline.algorithm = linear}. */
    public static final class Linear extends Algorithm {
        public Linear() {
            super("linear", false, "MLlib's linear regression, for numbers.");
        }
    }

    /** {@code baseline.algorithm = als}. */
    public static final class Als extends Algorithm {
        public Als() {
            super("als", false, "MLlib's matrix factorisation by alternating least squares, for ratings by (user, item).");
        }
    }

    @Override
    public Outcome run() {
        Estimator<?> estimator = estimator();
        Dataset<Row> train = train().persist(StorageLevel.MEMORY_AND_DISK());
        Dataset<Row> test = test();
        try {
            return UserErrors.unwrapped(() -> {
                long samples = train.count();
                long began = System.nanoTime();
                Model<?> fitted = estimator.fit(train);
                double seconds = (System.nanoTime() - began) / 1e9;
                Dataset<Row> predicted = fitted.transform(test);
                return outcome(samples, predicted, seconds);
            });
        } finally {
            train.unpersist();
        }
    }

    private Outcome outcome(long samples, Dataset<Row> predicted, double seconds) {
        long tested = predicted.count();
        if (shape.classes() == 0) {
            double rmse = new RegressionEvaluator().setMetricName("rmse").evaluate(predicted.na().drop(new String[] {"prediction"}));
            return new Outcome(algorithm, samples, tested, null, rmse * rmse, rmse, seconds);
        }
        MulticlassClassificationEvaluator evaluator = new MulticlassClassificationEvaluator();
        return new Outcome(algorithm, samples, tested, 100 * evaluator.setMetricName("accuracy").evaluate(predicted),
            evaluator.setMetricName("logLoss").evaluate(predicted), null, seconds);
    }

    private Estimator<?> estimator() {
        int iterations = settings.get(ITERATIONS);
        double regularisation = settings.get(REGULARISATION);
        return switch (algorithm) {
            case "perceptron" -> new MultilayerPerceptronClassifier().setLayers(layers()).setMaxIter(iterations).setSeed(settings.get(RunKeys.SEED));
            case "linear" -> new LinearRegression().setMaxIter(iterations).setRegParam(regularisation);
            case "als" -> new ALS().setUserCol("user").setItemCol("item").setRatingCol("label").setRank(ALS_FACTORS).setMaxIter(Math.min(iterations, ALS_ITERATIONS))
                .setRegParam(regularisation == 0 ? 0.1 : regularisation).setSeed(settings.get(RunKeys.SEED)).setColdStartStrategy("nan");
            default -> new LogisticRegression().setMaxIter(iterations).setRegParam(regularisation).setFamily("multinomial");
        };
    }

    private int[] layers() {
        List<Integer> layers = new ArrayList<>(List.of(shape.size()));
        layers.addAll(settings.get(Baseline.HIDDEN));
        layers.add(shape.classes());
        return layers.stream().mapToInt(Integer::intValue).toArray();
    }

    private Dataset<Row> train() {
        SampleFormat format = dataset.format();
        return table(dataset.train().map(sample -> row(format.features(sample), sample.target())));
    }

    /** The same samples as the nodes are tested on, also if they are a sample of all. */
    private Dataset<Row> test() {
        Samples test = dataset.test();
        Batch one = new Batch(1, shape.size());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < test.count(); i++) {
            test.fill(one, i, 1);
            rows.add(row(one.features, one.targets[0]));
        }
        return table(new JavaSparkContext(session.sparkContext()).parallelize(rows, TEST_PARTITIONS));
    }

    private static Row row(float[] features, float target) {
        double[] values = new double[features.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = features[i];
        }
        return RowFactory.create((double) target, Vectors.dense(values).compressed(), (int) values[0], values.length > 1 ? (int) values[1] : 0);
    }

    private Dataset<Row> table(JavaRDD<Row> rows) {
        StructType schema = new StructType().add("label", DataTypes.DoubleType, false).add("features", SQLDataTypes.VectorType(), false)
            .add("user", DataTypes.IntegerType, false).add("item", DataTypes.IntegerType, false);
        return session.createDataFrame(rows, schema);
    }
}
