package io.starling.graph.file;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Weights;

/** A line {@code from to weight} for each arc; the receiver's own weight is what the arcs to it leave of 1. */
final class WeightedEdges {
    private WeightedEdges() {
    }

    static Topology read(GraphText text) {
        WeightedArcs arcs = new WeightedArcs(text);
        for (GraphText.Line line : text.linesNotEmpty()) {
            text.fieldsMustBe(line, 3, "from, to and weight", ".");
            arcs.add(line, 0);
        }
        return Topology.of(arcs.build());
    }

    static String write(Topology topology, Weights weights) {
        if (!topology.isStatic()) {
            throw new UserError("The format weighted cannot hold a graph that changes with the round; use timed.");
        }
        StringBuilder text = new StringBuilder().append(topology.nodes()).append("\n# from to weight\n");
        append(text, "", topology.at(0), weights);
        return text.toString();
    }

    static void append(StringBuilder text, String prefix, Graph graph, Weights weights) {
        for (int from = 0; from < graph.nodes(); from++) {
            for (int to : graph.targets(from)) {
                text.append(prefix).append(from).append(' ').append(to).append(' ')
                    .append(weights.of(graph, to, from, graph.degree(from))).append('\n');
            }
        }
    }
}
