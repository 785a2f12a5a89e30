package io.starling.spark.report;

import io.starling.config.UserError;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Something that is measured again and again as a run goes on, at all nodes or of all nodes together. */
public enum Metric {
    TEST_ACCURACY("test_accuracy_percent", "Test accuracy", "%"),
    TEST_LOSS("test_loss", "Test loss", ""),
    TEST_RMSE("test_rmse", "Test RMSE", ""),
    VALIDATION_ACCURACY("validation_accuracy_percent", "Validation accuracy", "%"),
    VALIDATION_LOSS("validation_loss", "Validation loss", ""),
    VALIDATION_RMSE("validation_rmse", "Validation RMSE", ""),
    TRAIN_ACCURACY("train_accuracy_percent", "Accuracy on own training samples", "%"),
    TRAIN_LOSS("train_loss", "Loss on own training samples", ""),
    TRAIN_RMSE("train_rmse", "RMSE on own training samples", ""),
    BATCH_LOSS("batch_loss", "Training loss of mini-batches", ""),
    AVERAGED_ACCURACY("averaged_accuracy_percent", "Test accuracy of the mean of all models", "%"),
    AVERAGED_LOSS("averaged_loss", "Test loss of the mean of all models", ""),
    AVERAGED_RMSE("averaged_rmse", "Test RMSE of the mean of all models", ""),
    CONSENSUS_DISTANCE("consensus_distance", "Distance of models from their mean", ""),
    ROUND_KILOBYTES("kilobytes_sent", "Data a node sends in a round", "kB"),
    ROUND_SECONDS("round_seconds", "Time a node takes for a round", "s"),
    SHARED_PARAMETERS("shared_parameters", "Parameters in a message", ""),
    MISSING("missing_messages", "Messages of neighbours that did not come", "");

    private final String column;
    private final String title;
    private final String unit;

    Metric(String column, String title, String unit) {
        this.column = column;
        this.title = title;
        this.unit = unit;
    }

    /** By its column's name. */
    public static Metric of(String column) {
        return Arrays.stream(values()).filter(metric -> metric.column.equals(column)).findFirst().orElseThrow(() -> new UserError("metric = " + column
            + " is not known; there are: " + Arrays.stream(values()).map(Metric::column).collect(Collectors.joining(", "))));
    }

    /** Of accuracies more is better, of everything else less. */
    public boolean isBetterHigher() {
        return column.endsWith("accuracy_percent");
    }

    /** As files and columns are called. */
    public String column() {
        return column;
    }

    public String title() {
        return title;
    }

    /** Empty if it has none. */
    public String unit() {
        return unit;
    }

    String axis() {
        return unit.isEmpty() ? title : title + " [" + unit + "]";
    }
}
