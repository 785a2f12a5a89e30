package io.starling.graph.weights;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Weights;

/**
 * W_ij = 1 / (d_max + 1) with the largest degree in the graph: one constant for all edges, doubly stochastic on any
 * undirected graph, and slower than {@link MetropolisHastings} where degrees differ.
 *
 * @see <a href="https://doi.org/10.1016/j.sysconle.2004.02.022">Xiao, Boyd: Fast linear iterations for distributed
 *     averaging, Systems &amp; Control Letters 2004</a>, section 4.1
 */
public final class MaxDegree implements Weights, Weights.Factory {
    @Override
    public String name() {
        return "max-degree";
    }

    @Override
    public String doc() {
        return "1/(d+1) with d the largest degree in the graph, the same for all edges.";
    }

    @Override
    public Weights create(Settings settings) {
        return this;
    }

    @Override
    public float of(Graph graph, int receiver, int sender, int senderDegree) {
        return 1f / (graph.maxDegree() + 1);
    }
}
