package io.starling.graph.generate;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** Nodes whose ids differ in one bit; there must be 2^k of them. */
public final class Hypercube implements Topology.Factory {
    @Override
    public String name() {
        return "hypercube";
    }

    @Override
    public String doc() {
        return "Every node with those whose id differs in one bit; the number of nodes is a power of two.";
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int below = Integer.highestOneBit(nodes);
        if (nodes != below) {
            throw new UserError("nodes = " + nodes + ": graph.kind = " + name() + " needs a power of two; set nodes to " + below + " or "
                + 2L * below + ", or choose graph.kind = base, which is as fast for any number of nodes.");
        }
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes; node++) {
            for (int bit = 1; bit < nodes; bit <<= 1) {
                graph.edge(node, node ^ bit);
            }
        }
        return Topology.of(graph.build());
    }
}
