package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Node 0, the hub, with every other. */
public final class Star implements Topology.Factory {
    @Override
    public String name() {
        return "star";
    }

    @Override
    public String doc() {
        return "Node 0 with every other node.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 1; node < nodes; node++) {
            graph.edge(0, node);
        }
        return Topology.of(graph.build());
    }
}
