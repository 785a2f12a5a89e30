package io.starling.spark.data;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import java.util.List;

/** The keys that several kinds of data sets have in common. */
public final class DataKeys {
    public static final Key<String> PATH = Key.string("dataset.path").optional()
        .doc("File, folder or pattern with the data set, on any Hadoop file system; all kinds but digits and synthetic need it.");
    public static final Key<String> TEST_PATH = Key.string("dataset.test-path").optional()
        .doc("The test set, for kinds whose folder does not say which files are for testing.");
    public static final Key<Double> TEST_FRACTION = Key.number("dataset.test-fraction").check(v -> v >= 0 && v < 1, "at least 0 and below 1").orElse(0.0)
        .doc("Where a data set has no test part: this part of the training samples becomes it, drawn at random, of each label the same part.");
    public static final Key<Double> VALIDATION_FRACTION = Key.number("dataset.validation-fraction")
        .check(v -> v >= 0 && v < 1, "at least 0 and below 1").orElse(0.0)
        .doc("This part of the training samples is kept from the nodes and evaluated like the test set; drawn as dataset.test-fraction.");
    public static final Key<Integer> CLASSES = Key.integer("dataset.classes").atLeast(0).optional()
        .doc("Number of classes, labels go from 0; found out if not given. 0: the label is a number to be predicted.");
    public static final Key<List<Double>> MEAN = Key.numbers("dataset.mean").optional()
        .doc("Images, per channel: subtracted from pixels scaled to 0 … 1. One value, or one a channel.");
    public static final Key<List<Double>> DEVIATION = Key.numbers("dataset.deviation").optional()
        .check(v -> v.stream().allMatch(d -> d > 0), "numbers above 0")
        .doc("Images, per channel: what pixels are divided by after that.");

    private DataKeys() {
    }

    /** Those that do not depend on the kind. */
    public static List<Key<?>> all() {
        return List.of(PATH, TEST_PATH, TEST_FRACTION, VALIDATION_FRACTION, CLASSES, MEAN, DEVIATION);
    }

    /** Where the data set is. */
    static String path(Settings settings, String kind) {
        if (!settings.has(PATH)) {
            throw new UserError("dataset.kind = " + kind + " needs dataset.path: " + PATH.doc());
        }
        return settings.get(PATH);
    }

    /** How byte pixels become features: {@code (pixel / 255 - mean) / deviation}. */
    static SampleFormat pixels(Settings settings, SampleShape shape, double usualMean, double usualDeviation) {
        int channels = shape.dimensions()[0];
        float[] scale = new float[channels];
        float[] shift = new float[channels];
        for (int channel = 0; channel < channels; channel++) {
            double mean = perChannel(settings, MEAN, channel, channels, usualMean);
            double deviation = perChannel(settings, DEVIATION, channel, channels, usualDeviation);
            scale[channel] = (float) (1 / (255 * deviation));
            shift[channel] = (float) (-mean / deviation);
        }
        return SampleFormat.bytes(shape, scale, shift);
    }

    private static double perChannel(Settings settings, Key<List<Double>> key, int channel, int channels, double usual) {
        if (!settings.has(key)) {
            return usual;
        }
        List<Double> values = settings.get(key);
        if (values.size() != 1 && values.size() != channels) {
            throw new UserError(key + " has " + values.size() + " values, but the images have " + channels + " channels: give one value, or one a channel.");
        }
        return values.get(values.size() == 1 ? 0 : channel);
    }
}
