package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Node i with its children 2i+1 and 2i+2; node 0 is the root. */
public final class BinaryTree implements Topology.Factory {
    @Override
    public String name() {
        return "binary-tree";
    }

    @Override
    public String doc() {
        return "Every node i with its children 2i+1 and 2i+2.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 1; node < nodes; node++) {
            graph.edge(node, (node - 1) / 2);
        }
        return Topology.of(graph.build());
    }
}
