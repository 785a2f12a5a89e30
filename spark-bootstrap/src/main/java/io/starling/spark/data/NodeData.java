package io.starling.spark.data;

import io.starling.config.UserError;
import io.starling.dataset.Census;
import io.starling.dataset.Partitioner;
import io.starling.dataset.Sample;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Divides the training samples among the nodes, on Spark. Only counts come to the driver: how many samples of each label each
 * partition has, and, afterwards, each node.
 */
public final class NodeData {
    private final JavaPairRDD<SampleKey, Sample> byNode;
    private final long[][] labelsByNode;

    private NodeData(JavaPairRDD<SampleKey, Sample> byNode, long[][] labelsByNode) {
        this.byNode = byNode;
        this.labelsByNode = labelsByNode;
    }

    /** Which node a sample goes to, and where it stands there: a node's samples are sorted by their place in the data set. */
    public record SampleKey(int node, long index) implements Serializable, Comparable<SampleKey> {
        @Override
        public int compareTo(SampleKey other) {
            return node != other.node ? Integer.compare(node, other.node) : Long.compare(index, other.index);
        }
    }

    public static NodeData divide(DatasetSource source, Partitioner partitioner, int nodes, long seed) {
        int classes = Math.max(1, source.format().shape().classes());
        JavaRDD<Sample> samples = source.train();
        List<long[]> countsByPartition = countLabels(samples, classes);
        long[][] ranksBefore = new long[countsByPartition.size()][];
        long[] indexBefore = new long[countsByPartition.size()];
        long[] total = new long[classes];
        for (int p = 0; p < ranksBefore.length; p++) {
            ranksBefore[p] = total.clone();
            indexBefore[p] = Arrays.stream(total).sum();
            for (int label = 0; label < classes; label++) {
                total[label] += countsByPartition.get(p)[label];
            }
        }
        Partitioner.Assignment assignment = partitioner.assign(new Census(total), nodes, seed);
        JavaPairRDD<SampleKey, Sample> assigned = JavaPairRDD.fromJavaRDD(samples.mapPartitionsWithIndex((partition, part) -> {
            List<Tuple2<SampleKey, Sample>> keyed = new ArrayList<>();
            long[] rank = ranksBefore[partition].clone();
            long index = indexBefore[partition];
            while (part.hasNext()) {
                Sample sample = part.next();
                int label = labelOf(sample, classes);
                keyed.add(new Tuple2<>(new SampleKey(assignment.nodeOf(label, rank[label]++), index++), sample));
            }
            return keyed.iterator();
        }, true));
        long[][] labelsByNode = countByNode(assigned, nodes, classes);
        for (int node = 0; node < nodes; node++) {
            if (Arrays.stream(labelsByNode[node]).sum() == 0) {
                throw new UserError("Node " + node + " would have no training data: " + Arrays.stream(total).sum() + " samples for nodes = " + nodes
                    + "; use fewer nodes, more data or another dataset.partitioner.");
            }
        }
        return new NodeData(assigned, labelsByNode);
    }

    private static List<long[]> countLabels(JavaRDD<Sample> samples, int classes) {
        return samples.mapPartitions(part -> {
            long[] counts = new long[classes];
            while (part.hasNext()) {
                counts[labelOf(part.next(), classes)]++;
            }
            return List.of(counts).iterator();
        }).collect();
    }

    private static int labelOf(Sample sample, int classes) {
        int label = classes == 1 ? 0 : sample.label();
        if (label < 0 || label >= classes) {
            throw new UserError("A training sample has the label " + label + ", but labels go from 0 to " + (classes - 1) + ".");
        }
        return label;
    }

    private static long[][] countByNode(JavaPairRDD<SampleKey, Sample> assigned, int nodes, int classes) {
        return assigned.aggregate(new long[nodes][classes], (counts, sample) -> {
            counts[sample._1.node][labelOf(sample._2, classes)]++;
            return counts;
        }, (a, b) -> {
            for (int node = 0; node < nodes; node++) {
                for (int label = 0; label < classes; label++) {
                    a[node][label] += b[node][label];
                }
            }
            return a;
        });
    }

    /** Samples keyed by node, not yet moved. */
    public JavaPairRDD<SampleKey, Sample> samples() {
        return byNode;
    }

    /** How many samples of each label each node has. */
    public long[][] labelsByNode() {
        return labelsByNode;
    }
}
