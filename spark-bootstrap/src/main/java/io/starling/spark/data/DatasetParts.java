package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.Samples;
import io.starling.dataset.partition.Census;
import io.starling.dataset.partition.Stratified;
import io.starling.node.EvaluationKeys;
import io.starling.node.RunKeys;
import io.starling.random.KeyedRandom;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/**
 * The parts of a data set as a run uses them: samples to train on, which stay on Spark, and the smaller sets to evaluate on, which
 * are broadcast.
 */
public final class DatasetParts {
    private final SampleFormat format;
    private final JavaRDD<Sample> train;
    private final Samples validation;
    private final Samples test;

    private DatasetParts(SampleFormat format, JavaRDD<Sample> train, Samples validation, Samples test) {
        this.format = format;
        this.train = train;
        this.validation = validation;
        this.test = test;
    }

    /** Sets validation and test samples apart as the settings say. */
    public static DatasetParts of(DatasetSource source, Settings settings) {
        long seed = settings.get(RunKeys.SEED);
        int limit = settings.get(EvaluationKeys.SAMPLES);
        SampleFormat format = source.format();
        JavaRDD<Sample> train = source.train();
        JavaRDD<Sample> test = source.test();
        if (test == null && settings.get(DataKeys.TEST_FRACTION) > 0) {
            Split split = Split.of(train, format, settings.get(DataKeys.TEST_FRACTION), seed, "test");
            train = split.kept;
            test = split.heldOut;
        }
        JavaRDD<Sample> validation = null;
        if (settings.get(DataKeys.VALIDATION_FRACTION) > 0) {
            Split split = Split.of(train, format, settings.get(DataKeys.VALIDATION_FRACTION), seed, "validation");
            train = split.kept;
            validation = split.heldOut;
        }
        return new DatasetParts(format, train, collect(validation, format, limit, seed, "validation"), collect(test, format, limit, seed, "test"));
    }

    /** Some of the samples, of each label the same part, and the others. */
    private record Split(JavaRDD<Sample> kept, JavaRDD<Sample> heldOut) {
        static Split of(JavaRDD<Sample> samples, SampleFormat format, double fraction, long seed, String purpose) {
            Labels labels = Labels.of(format.shape());
            RankedSamples ranked = RankedSamples.of(samples, labels.groups(), labels);
            Census census = ranked.census();
            Stratified held = new Stratified(census, fraction, KeyedRandom.key(seed, purpose));
            if (held.count() == 0 || held.count() == census.total()) {
                throw new UserError("dataset." + purpose + "-fraction = " + fraction + " of " + census.total() + " samples leaves "
                    + (held.count() == 0 ? "none for it." : "none to train on."));
            }
            return new Split(
                ranked.map((sample, label, rankInLabel, rank) -> held.contains(label, rankInLabel) ? null : sample),
                ranked.map((sample, label, rankInLabel, rank) -> held.contains(label, rankInLabel) ? sample : null));
        }
    }

    /** Brings a set to evaluate on to the driver: all of it, or a fixed random sample of at most so many, in their order. */
    private static Samples collect(JavaRDD<Sample> samples, SampleFormat format, int limit, long seed, String purpose) {
        if (samples == null) {
            return null;
        }
        if (limit == 0) {
            return format.pack(samples.collect());
        }
        long key = KeyedRandom.key(seed, "evaluation-sample-" + purpose);
        List<Drawn> drawn = samples.zipWithIndex().map(indexed -> new Drawn(KeyedRandom.key(key, "draw", indexed._2), indexed._2, indexed._1))
            .takeOrdered(limit, new Drawn.ByLot());
        return format.pack(drawn.stream().sorted(Comparator.comparingLong(Drawn::index)).map(Drawn::sample).toList());
    }

    /** A sample with its lot: the lowest lots are taken. */
    private record Drawn(long lot, long index, Sample sample) implements Serializable {
        static final class ByLot implements Comparator<Drawn>, Serializable {
            private static final long serialVersionUID = 1;

            @Override
            public int compare(Drawn a, Drawn b) {
                return a.lot != b.lot ? Long.compare(a.lot, b.lot) : Long.compare(a.index, b.index);
            }
        }
    }

    public SampleFormat format() {
        return format;
    }

    public JavaRDD<Sample> train() {
        return train;
    }

    /** Null if there are none. */
    public Samples validation() {
        return validation;
    }

    /** Null if there are none. */
    public Samples test() {
        return test;
    }
}
