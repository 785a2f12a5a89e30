package io.starling.spark;

import io.starling.spark.data.NodeData.SampleKey;
import org.apache.spark.Partitioner;

/** Node {@code i}'s samples into partition {@code i}. */
final class NodePartitioner extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int nodes;

    NodePartitioner(int nodes) {
        this.nodes = nodes;
    }

    @Override
    public int numPartitions() {
        return nodes;
    }

    @Override
    public int getPartition(Object key) {
        return ((SampleKey) key).node();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodePartitioner p && p.nodes == nodes;
    }

    @Override
    public int hashCode() {
        return nodes;
    }
}
