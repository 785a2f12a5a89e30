package io.starling.graph;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/** How much of whose model goes into a node's average: one entry of the mixing matrix. Thread-safe. */
public interface Weights {
    /**
     * The weight of the sender's model in the receiver's average. The receiver's own weight is 1 minus the sum of these.
     *
     * @param senderDegree travels in the message, so that weights follow a changing graph
     */
    float of(Graph graph, int receiver, int sender, int senderDegree);

    /** Makes weights choosable as {@code graph.weights}. */
    interface Factory extends ModuleFactory {
        Weights create(Settings settings);
    }
}
