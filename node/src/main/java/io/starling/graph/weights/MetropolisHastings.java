package io.starling.graph.weights;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Weights;

/**
 * W_ij = 1 / (max(d_i, d_j) + 1): symmetric and doubly stochastic on any undirected graph, from degrees only.
 *
 * @see <a href="https://doi.org/10.1016/j.jpdc.2006.08.010">Xiao, Boyd, Kim: Distributed average consensus with
 *     least-mean-square deviation, JPDC 2007</a>
 */
public final class MetropolisHastings implements Weights, Weights.Factory {
    @Override
    public String name() {
        return "metropolis-hastings";
    }

    @Override
    public String doc() {
        return "1/(d+1) with d the larger degree of the two; keeps the mean of all models on every undirected graph.";
    }

    @Override
    public Weights create(Settings settings) {
        return this;
    }

    @Override
    public float of(Graph graph, int receiver, int sender, int senderDegree) {
        return 1f / (Math.max(graph.degree(receiver), senderDegree) + 1);
    }
}
