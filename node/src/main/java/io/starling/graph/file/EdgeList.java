package io.starling.graph.file;

import io.starling.graph.Graph;
import io.starling.graph.Topology;

/** DecentralizePy's {@code edges}: a line {@code a b} for each edge, which goes both ways; repeated lines are harmless. */
final class EdgeList {
    private EdgeList() {
    }

    static Topology read(GraphText text) {
        Graph.Builder graph = Graph.builder(text.nodes());
        for (GraphText.Line line : text.linesNotEmpty()) {
            text.fieldsMustBe(line, 2, "the two node ids of an edge",
                "; if it lists a node's neighbours, set graph.format = adjacency, if the third is a weight, weighted.");
            int a = text.node(line, 0);
            int b = text.node(line, 1);
            text.noSelfLoop(line, a, b);
            graph.edge(a, b);
        }
        return Topology.of(graph.build());
    }

    /** Every edge in both directions, as DecentralizePy's own writer has it. */
    static String write(Topology topology) {
        Graph graph = AdjacencyList.undirected(topology, GraphFormat.EDGES);
        StringBuilder text = new StringBuilder().append(graph.nodes()).append('\n');
        for (int node = 0; node < graph.nodes(); node++) {
            for (int neighbour : graph.targets(node)) {
                text.append(node).append(' ').append(neighbour).append('\n');
            }
        }
        return text.toString();
    }
}
