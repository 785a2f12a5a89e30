package io.starling.node.sampler;

import io.starling.config.Settings;
import io.starling.graph.Topology;

/** What {@code graph.kind} says: with {@code dynamic-regular}, a fresh regular graph in every round. */
public final class OfTopology implements PeerSampler.Factory {
    @Override
    public String name() {
        return "topology";
    }

    @Override
    public String doc() {
        return "The graph that graph.kind has in the round, whoever is there.";
    }

    @Override
    public PeerSampler create(Settings settings, Topology topology, long seed) {
        return (round, available) -> topology.at(round);
    }
}
