package io.starling.graph.file;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * DecentralizePy's {@code adjacency}: line by line the neighbours of node 0, 1, …; both ends must list an edge, since a
 * node that only one side lists would be waited for in vain.
 */
final class AdjacencyList {
    private AdjacencyList() {
    }

    static Topology read(GraphText text) {
        List<GraphText.Line> rows = rows(text);
        Graph.Builder arcs = Graph.builder(text.nodes());
        for (int node = 0; node < rows.size(); node++) {
            GraphText.Line line = rows.get(node);
            for (int field = 0; field < line.fields().length; field++) {
                int neighbour = text.node(line, field);
                text.noSelfLoop(line, node, neighbour);
                arcs.arc(node, neighbour);
            }
        }
        Graph graph = arcs.build();
        for (int node = 0; node < rows.size(); node++) {
            for (int neighbour : graph.targets(node)) {
                if (!graph.hasArc(neighbour, node)) {
                    throw text.error(rows.get(node), "node " + node + " lists " + neighbour + ", but line " + rows.get(neighbour).number()
                        + ", of node " + neighbour + ", does not list " + node + "; add it there or remove it here"
                        + " (for one-way edges use graph.format = weighted).");
                }
            }
        }
        return Topology.of(graph);
    }

    /** An empty line is a node without neighbours, unless there are enough lines without counting it. */
    private static List<GraphText.Line> rows(GraphText text) {
        List<GraphText.Line> rows = text.linesNotEmpty();
        if (rows.size() < text.nodes() && text.lines().size() >= text.nodes()) {
            rows = text.lines();
            while (rows.size() > text.nodes() && rows.get(rows.size() - 1).isEmpty()) {
                rows = rows.subList(0, rows.size() - 1);
            }
        }
        if (rows.size() != text.nodes()) {
            throw new UserError(text.name() + ": an adjacency list of " + text.nodes() + " nodes has " + text.nodes()
                + " lines after the first, but there are " + rows.size() + "; correct the number of nodes in the first line, or set "
                + "graph.format = edges if each line is an edge.");
        }
        return rows;
    }

    static String write(Topology topology) {
        Graph graph = undirected(topology, GraphFormat.ADJACENCY);
        StringBuilder text = new StringBuilder().append(graph.nodes()).append('\n');
        for (int node = 0; node < graph.nodes(); node++) {
            text.append(Arrays.stream(graph.targets(node)).mapToObj(Integer::toString).collect(Collectors.joining(" "))).append('\n');
        }
        return text.toString();
    }

    /** The only graph of the topology, or an error that says which format can hold what this one cannot. */
    static Graph undirected(Topology topology, GraphFormat format) {
        String cannot = "The format " + format.label() + " cannot hold ";
        if (!topology.isStatic()) {
            throw new UserError(cannot + "a graph that changes with the round; use timed.");
        }
        Graph graph = topology.at(0);
        if (!graph.isSymmetric()) {
            throw new UserError(cannot + "one-way edges; use weighted.");
        }
        return graph;
    }
}
