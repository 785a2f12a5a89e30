package io.starling.graph.file;

import io.starling.graph.Graph;
import java.util.HashMap;
import java.util.Map;

/** Collects and checks the arcs of one graph: no arc with two weights, no receiver whose weights exceed 1. */
final class WeightedArcs {
    /** Weights are written with some seven digits, so that a sum of 1 may come out a little more. */
    private static final double ROUNDING = 1e-4;

    private record Arc(int from, int to) {
    }

    private final GraphText text;
    private final Graph.Builder graph;
    private final Map<Arc, Float> given = new HashMap<>();
    private final Map<Integer, Double> sums = new HashMap<>();

    WeightedArcs(GraphText text) {
        this.text = text;
        this.graph = Graph.builder(text.nodes());
    }

    /** Adds the arc whose from, to and weight start at a field of the line. */
    void add(GraphText.Line line, int field) {
        int from = text.node(line, field);
        int to = text.node(line, field + 1);
        float weight = text.weight(line, field + 2);
        text.noSelfLoop(line, from, to);
        Float other = given.putIfAbsent(new Arc(from, to), weight);
        if (other != null) {
            if (other != weight) {
                throw text.error(line, "the edge from " + from + " to " + to + " has the weight " + weight + " here, but " + other
                    + " in an earlier line; remove one.");
            }
            return;
        }
        double sum = sums.merge(to, (double) weight, Double::sum);
        if (sum > 1 + ROUNDING) {
            throw text.error(line, "the weights of what node " + to + " receives sum to " + sum
                + ", more than 1, which leaves nothing for its own model; make them smaller.");
        }
        graph.arc(from, to, weight);
    }

    Graph build() {
        return graph.build();
    }
}
