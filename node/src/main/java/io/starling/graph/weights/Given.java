package io.starling.graph.weights;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Weights;

/** The graph's own weights, from a weighted file or from the construction. */
public final class Given implements Weights, Weights.Factory {
    @Override
    public String name() {
        return "given";
    }

    @Override
    public String doc() {
        return "The graph's own weights: those of a weighted file, or those its construction prescribes.";
    }

    @Override
    public Weights create(Settings settings) {
        return this;
    }

    @Override
    public float of(Graph graph, int receiver, int sender, int senderDegree) {
        return graph.weight(receiver, sender);
    }
}
