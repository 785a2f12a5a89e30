package io.starling.spark.baseline;

import io.starling.config.Key;
import io.starling.config.ModuleFactory;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleShape;
import io.starling.spark.data.DatasetParts;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * What Spark alone would have given: something trained on all training samples of an experiment together, and tested on the same
 * test set as the nodes' models.
 */
public interface Baseline {
    Key<String> ALGORITHM = Key.string("baseline.algorithm").orElse("auto")
        .doc("What `starling baseline` trains, or the class of a Baseline.Factory; auto is logistic for classes, als for ratings by (user, item), linear for other numbers.");
    Key<List<Integer>> HIDDEN = Key.integers("baseline.hidden").orElse(List.of(128)).doc("Sizes of the hidden layers of the baselines perceptron and dl4j.");

    Outcome run();

    /**
     * How it did.
     *
     * @param accuracyPercent null if a number is predicted
     * @param rmse            null if classes are predicted
     */
    record Outcome(String algorithm, long trainSamples, long testSamples, Double accuracyPercent, Double loss, Double rmse, double trainSeconds) {
    }

    /** The one that the settings ask for. */
    static Baseline of(SparkSession session, Settings settings, DatasetParts dataset) {
        if (dataset.test() == null) {
            throw new UserError("The data set has no test samples to compare on: set dataset.test-fraction.");
        }
        String wanted = settings.get(ALGORITHM);
        String name = wanted.equals("auto") ? suitedTo(dataset.format().shape()) : wanted;
        return Modules.find(Factory.class, ALGORITHM, name).create(session, settings, dataset);
    }

    private static String suitedTo(SampleShape shape) {
        return shape.classes() > 0 ? "logistic" : shape.size() == 2 ? "als" : "linear";
    }

    /** Makes the baseline named by {@code baseline.algorithm}. */
    interface Factory extends ModuleFactory {
        /** @throws UserError if the data set is nothing that this can be trained on */
        Baseline create(SparkSession session, Settings settings, DatasetParts dataset);
    }
}
