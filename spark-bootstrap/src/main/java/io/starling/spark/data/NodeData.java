package io.starling.spark.data;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import io.starling.dataset.partition.Partitioner;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Divides the training samples among the nodes, on Spark. Only counts come to the driver: how many samples of each group (label or
 * user) each partition has, and, afterwards, of each label each node.
 */
public final class NodeData {
    private final JavaPairRDD<SampleKey, Sample> byNode;
    private final List<LabelCount> labelCounts;
    private final int nodes;
    private final int labels;

    private NodeData(JavaPairRDD<SampleKey, Sample> byNode, List<LabelCount> labelCounts, int nodes, int labels) {
        this.nodes = nodes;
        this.labels = labels;
        this.byNode = byNode;
        this.labelCounts = labelCounts;
    }

    /** Which node a sample goes to, and where it stands there: a node's samples are sorted by their place in the data set. */
    public record SampleKey(int node, long index) implements Serializable, Comparable<SampleKey> {
        @Override
        public int compareTo(SampleKey other) {
            return node != other.node ? Integer.compare(node, other.node) : Long.compare(index, other.index);
        }
    }

    /** How many samples of a label a node has; more than none. */
    public record LabelCount(int node, int label, long samples) implements Serializable {
    }

    public static NodeData divide(JavaRDD<Sample> train, SampleShape shape, Partitioner partitioner, int nodes, long seed) {
        RankedSamples ranked = rank(train, shape, partitioner.grouping());
        Broadcast<Partitioner.Assignment> assignment =
            new JavaSparkContext(train.context()).broadcast(partitioner.assign(ranked.census(), nodes, seed));
        JavaPairRDD<SampleKey, Sample> assigned = JavaPairRDD.fromJavaRDD(ranked.map((sample, group, rankInGroup, rank) -> {
            int node = assignment.value().nodeOf(group, rankInGroup);
            return node == Partitioner.Assignment.NOBODY ? null : new Tuple2<>(new SampleKey(node, rank), sample);
        }));
        List<LabelCount> counts = countLabels(assigned, Labels.of(shape));
        requireSomeForAll(counts, nodes, ranked.census().total());
        return new NodeData(assigned, counts, nodes, Labels.of(shape).groups());
    }

    private static RankedSamples rank(JavaRDD<Sample> train, SampleShape shape, Partitioner.Grouping grouping) {
        return switch (grouping) {
            case NONE -> RankedSamples.of(train, 1, sample -> 0);
            case LABEL -> RankedSamples.of(train, Labels.of(shape).groups(), Labels.of(shape));
            case USER -> rankByUser(train);
        };
    }

    private static RankedSamples rankByUser(JavaRDD<Sample> train) {
        String[] users = train.map(Sample::user).distinct().collect().stream().map(user -> {
            if (user == null) {
                throw new UserError("dataset.partitioner = by-user needs samples that say who made them, but those of this dataset.kind do not.");
            }
            return user;
        }).sorted().toArray(String[]::new);
        Broadcast<String[]> known = new JavaSparkContext(train.context()).broadcast(users);
        return RankedSamples.of(train, users.length, sample -> Arrays.binarySearch(known.value(), sample.user()));
    }

    private static List<LabelCount> countLabels(JavaPairRDD<SampleKey, Sample> assigned, Labels labels) {
        return assigned.mapToPair(sample -> new Tuple2<>(new Tuple2<>(sample._1.node, labels.of(sample._2)), 1L)).reduceByKey(Long::sum)
            .map(count -> new LabelCount(count._1._1, count._1._2, count._2)).collect().stream()
            .sorted(Comparator.comparingInt(LabelCount::node).thenComparingInt(LabelCount::label)).toList();
    }

    private static void requireSomeForAll(List<LabelCount> counts, int nodes, long total) {
        boolean[] some = new boolean[nodes];
        counts.forEach(count -> some[count.node] = true);
        for (int node = 0; node < nodes; node++) {
            if (!some[node]) {
                throw new UserError("Node " + node + " would have no training data: " + total + " samples for nodes = " + nodes
                    + "; use fewer nodes, more data or another dataset.partitioner.");
            }
        }
    }

    /** Samples keyed by node, not yet moved. */
    public JavaPairRDD<SampleKey, Sample> samples() {
        return byNode;
    }

    /** How many samples of each label each node has, by node and label; only where there are any. */
    public List<LabelCount> labelCounts() {
        return labelCounts;
    }

    /** The same as a table: {@code [node][label]}. */
    public long[][] labelsByNode() {
        long[][] table = new long[nodes][labels];
        labelCounts.forEach(count -> table[count.node][count.label] = count.samples);
        return table;
    }
}
