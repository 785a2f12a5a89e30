package io.starling.sharing.averaging;

import io.starling.engine.ScratchPool;
import java.util.Arrays;
import java.util.List;

/**
 * By the graph's weights; what a neighbour did not share is taken to be equal to the node's own: x_i[k] += Σ_j W_ij (x_j[k] −
 * x_i[k]) over the neighbours j that shared k (thesis, algorithm 6).
 */
public final class Weighted implements Averaging {
    @Override
    public void average(float[] own, int size, List<Part> received, ScratchPool.Scratch scratch) {
        float[] step = scratch.floats(size);
        Arrays.fill(step, 0, size, 0);
        for (Part part : received) {
            add(part, own, step);
        }
        for (Part part : received) {
            apply(part, own, step);
        }
    }

    private static void add(Part part, float[] own, float[] step) {
        int[] indices = part.indices();
        float[] values = part.values();
        float weight = part.weight();
        for (int i = 0; i < part.count(); i++) {
            int k = indices[i];
            step[k] += weight * (values[i] - own[k]);
        }
    }

    /** Takes each step once: it is zero when another neighbour's index comes to it again. */
    private static void apply(Part part, float[] own, float[] step) {
        int[] indices = part.indices();
        for (int i = 0; i < part.count(); i++) {
            int k = indices[i];
            own[k] += step[k];
            step[k] = 0;
        }
    }
}
