package io.starling.spark.evaluation;

import java.io.IOException;
import java.util.List;

/**
 * The mean of the nodes' models, and how far they are from it. Models are read twice, one after another in the order of the nodes,
 * and added in double precision: the result does not depend on who sits on which executor, and one model's memory is enough for any
 * number of nodes.
 *
 * @param consensusDistance mean of ‖x_i − x̄‖
 */
record MeanModel(float[] state, int models, double consensusDistance) {

    static MeanModel of(SnapshotFolder folder, int rounds, List<Integer> nodes, int length) throws IOException {
        double[] sum = new double[length];
        for (int node : nodes) {
            folder.read(rounds, node, length, (at, value) -> sum[at] += value);
        }
        for (int at = 0; at < length; at++) {
            sum[at] /= nodes.size();
        }
        double distances = 0;
        for (int node : nodes) {
            double[] squared = {0};
            folder.read(rounds, node, length, (at, value) -> squared[0] += (value - sum[at]) * (value - sum[at]));
            distances += Math.sqrt(squared[0]);
        }
        float[] mean = new float[length];
        for (int at = 0; at < length; at++) {
            mean[at] = (float) sum[at];
        }
        return new MeanModel(mean, nodes.size(), distances / nodes.size());
    }
}
