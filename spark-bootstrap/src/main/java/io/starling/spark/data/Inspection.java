package io.starling.spark.data;

import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;

/**
 * What is in a data set, counted by Spark.
 *
 * @param test null if there is no test part
 */
public record Inspection(SampleShape shape, boolean bytes, Part train, Part test) {

    /**
     * One part of it.
     *
     * @param users          how many different ones; 0 if samples do not say
     * @param least          the lowest feature value: as stored, before any scaling of pixels
     * @param samplesByLabel empty if targets are numbers to be predicted
     * @param leastTarget    the lowest target
     */
    public record Part(long samples, long users, double least, double most, Map<Integer, Long> samplesByLabel, double leastTarget, double mostTarget) {
    }

    public static Inspection of(DatasetSource source) {
        return UserErrors.unwrapped(() -> {
            JavaRDD<Sample> test = source.test();
            SampleShape shape = source.format().shape();
            return new Inspection(shape, source.format().scale() != null, part(source.train(), shape), test == null ? null : part(test, shape));
        });
    }

    private static Part part(JavaRDD<Sample> samples, SampleShape shape) {
        Labels labels = Labels.of(shape);
        Counts counts = samples.mapPartitions(part -> {
            Counts some = new Counts();
            part.forEachRemaining(sample -> some.add(sample, labels));
            return List.of(some).iterator();
        }).treeReduce(Counts::and);
        long users = samples.filter(sample -> sample.user() != null).map(Sample::user).distinct().count();
        return new Part(counts.samples, users, counts.least, counts.most, shape.classes() == 0 ? Map.of() : counts.byLabel, counts.leastTarget, counts.mostTarget);
    }

    private static final class Counts implements Serializable {
        private static final long serialVersionUID = 1;

        private long samples;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;
        private double leastTarget = Double.POSITIVE_INFINITY;
        private double mostTarget = Double.NEGATIVE_INFINITY;
        private final TreeMap<Integer, Long> byLabel = new TreeMap<>();

        void add(Sample sample, Labels labels) {
            samples++;
            byLabel.merge(labels.of(sample), 1L, Long::sum);
            leastTarget = Math.min(leastTarget, sample.target());
            mostTarget = Math.max(mostTarget, sample.target());
            for (int i = 0; i < sample.size(); i++) {
                double value = sample.bytes() != null ? sample.bytes()[i] & 0xFF : sample.floats()[i];
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }

        Counts and(Counts other) {
            samples += other.samples;
            least = Math.min(least, other.least);
            most = Math.max(most, other.most);
            leastTarget = Math.min(leastTarget, other.leastTarget);
            mostTarget = Math.max(mostTarget, other.mostTarget);
            other.byLabel.forEach((label, count) -> byLabel.merge(label, count, Long::sum));
            return this;
        }
    }
}
