package io.starling.graph.inspect;

import io.starling.graph.Graph;
import io.starling.graph.Weights;
import java.util.Arrays;

/**
 * W of a round: row i says how node i's average is made up, W_ij of node j's model and W_ii, what the others leave, of its
 * own. Sparse; every row sums to 1 by construction.
 */
final class MixingMatrix {
    /** Weights are single-precision. */
    private static final double ROUNDING = 1e-5;

    private final int[][] sources;
    private final double[][] weights;
    private final double[] own;

    MixingMatrix(Graph graph, Weights weights) {
        int nodes = graph.nodes();
        this.sources = new int[nodes][];
        this.weights = new double[nodes][];
        this.own = new double[nodes];
        for (int node = 0; node < nodes; node++) {
            sources[node] = graph.sources(node);
            this.weights[node] = new double[sources[node].length];
            own[node] = 1;
            for (int i = 0; i < sources[node].length; i++) {
                int source = sources[node][i];
                this.weights[node][i] = weights.of(graph, node, source, graph.degree(source));
                own[node] -= this.weights[node][i];
            }
        }
    }

    int nodes() {
        return own.length;
    }

    /** W x: what all nodes have after averaging. */
    double[] times(double[] x) {
        double[] result = new double[x.length];
        for (int node = 0; node < x.length; node++) {
            double sum = own[node] * x[node];
            for (int i = 0; i < sources[node].length; i++) {
                sum += weights[node][i] * x[sources[node][i]];
            }
            result[node] = sum;
        }
        return result;
    }

    /** Wᵀ x. */
    double[] transposedTimes(double[] x) {
        double[] result = new double[x.length];
        for (int node = 0; node < x.length; node++) {
            result[node] += own[node] * x[node];
            for (int i = 0; i < sources[node].length; i++) {
                result[sources[node][i]] += weights[node][i] * x[node];
            }
        }
        return result;
    }

    /** Whether no weight is negative, so that averages lie between what they are made of. */
    boolean isRowStochastic() {
        return Arrays.stream(own).allMatch(weight -> weight >= -ROUNDING)
            && Arrays.stream(weights).flatMapToDouble(Arrays::stream).allMatch(weight -> weight >= 0);
    }

    /** Whether every node counts the same in total, so that the mean of all models is kept. */
    boolean isColumnStochastic() {
        double[] ones = new double[nodes()];
        Arrays.fill(ones, 1);
        return isRowStochastic() && Arrays.stream(transposedTimes(ones)).allMatch(sum -> Math.abs(sum - 1) < ROUNDING);
    }
}
