package io.starling.sharing.averaging;

import io.starling.engine.ScratchPool;
import java.util.List;

/** How a node's coefficients and the parts received from others become one; costs O(number of values received). */
public interface Averaging {
    /** The names that {@code sharing.averaging} knows. */
    List<String> NAMES = List.of("weighted", "parameter-wise");

    /**
     * Replaces a node's coefficients by the average.
     *
     * @param own      the first {@code size} of them are coefficients
     * @param received in ascending order of the sender, so that sums do not depend on the order of arrival
     */
    void average(float[] own, int size, List<Part> received, ScratchPool.Scratch scratch);

    /**
     * What a neighbour shared.
     *
     * @param weight  of the neighbour's model in this node's average, according to the graph
     * @param indices the first {@code count} are strictly ascending
     */
    record Part(int sender, float weight, int count, int[] indices, float[] values) {
    }
}
