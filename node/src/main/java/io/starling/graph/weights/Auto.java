package io.starling.graph.weights;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Weights;

/** The graph's own weights where it brings them, so that they are never ignored by mistake; else Metropolis-Hastings. */
public final class Auto implements Weights, Weights.Factory {
    private final Weights otherwise = new MetropolisHastings();

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public String doc() {
        return "given where the graph brings its own weights, else metropolis-hastings.";
    }

    @Override
    public Weights create(Settings settings) {
        return this;
    }

    @Override
    public float of(Graph graph, int receiver, int sender, int senderDegree) {
        return graph.isWeighted() ? graph.weight(receiver, sender) : otherwise.of(graph, receiver, sender, senderDegree);
    }
}
