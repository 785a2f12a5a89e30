package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Node i with i-1 and i+1, the last with the first. */
public final class Ring implements Topology.Factory {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String doc() {
        return "Every node with the one before and the one after it, the last with the first.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        return Topology.of(graph(nodes));
    }

    static Graph graph(int nodes) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes && nodes > 1; node++) {
            graph.edge(node, (node + 1) % nodes);
        }
        return graph.build();
    }
}
