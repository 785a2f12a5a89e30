package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Node i with i-1 and i+1; the two ends have one neighbour. The slowest connected graph to agree. */
public final class Line implements Topology.Factory {
    @Override
    public String name() {
        return "line";
    }

    @Override
    public String doc() {
        return "Every node with the one before and the one after it; the ends have one neighbour.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 1; node < nodes; node++) {
            graph.edge(node - 1, node);
        }
        return Topology.of(graph.build());
    }
}
