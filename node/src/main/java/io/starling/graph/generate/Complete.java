package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Every node with every other: agrees in one round, for nodes × (nodes - 1) messages. */
public final class Complete implements Topology.Factory {
    @Override
    public String name() {
        return "complete";
    }

    @Override
    public String doc() {
        return "Every node with every other.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int a = 0; a < nodes; a++) {
            for (int b = a + 1; b < nodes; b++) {
                graph.edge(a, b);
            }
        }
        return Topology.of(graph.build());
    }
}
