package io.starling.graph.weights;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Weights;

/**
 * W_ij = 1 / (d_i + 1): the plain average of the own model and what arrives.
 *
 * <p>Keeps the mean of all models only where all degrees are equal; on others well-connected nodes count more.
 */
public final class Uniform implements Weights, Weights.Factory {
    @Override
    public String name() {
        return "uniform";
    }

    @Override
    public String doc() {
        return "1/(d+1) with d the receiver's degree: the plain average; keeps the mean of all models on regular graphs only.";
    }

    @Override
    public Weights create(Settings settings) {
        return this;
    }

    @Override
    public float of(Graph graph, int receiver, int sender, int senderDegree) {
        return 1f / (graph.degree(receiver) + 1);
    }
}
