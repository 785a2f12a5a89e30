package io.starling.graph.file;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Repeating;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A line {@code round from to weight} for each arc of each round. After the last round named it starts again with round
 * 0; in a round without lines nobody sends.
 */
final class TimedEdges {
    /** Rounds × nodes, so that a slip in a round number does not exhaust memory. */
    private static final long MAX_ROWS = 20_000_000;

    private TimedEdges() {
    }

    static Topology read(GraphText text) {
        TreeMap<Integer, WeightedArcs> rounds = new TreeMap<>();
        for (GraphText.Line line : text.linesNotEmpty()) {
            text.fieldsMustBe(line, 4, "round, from, to and weight", ".");
            int round = text.number(line, 0, "round");
            if ((round + 1L) * text.nodes() > MAX_ROWS) {
                throw text.error(line, "round " + round + " is too far for a graph of " + text.nodes() + " nodes; a file holds at most "
                    + MAX_ROWS / text.nodes() + " rounds.");
            }
            rounds.computeIfAbsent(round, r -> new WeightedArcs(text)).add(line, 1);
        }
        if (rounds.isEmpty()) {
            throw new UserError(text.name() + " has no edges; give lines of: round from to weight.");
        }
        Graph nobodySends = Graph.builder(text.nodes()).build();
        List<Graph> graphs = new ArrayList<>();
        for (int round = 0; round <= rounds.lastKey(); round++) {
            graphs.add(rounds.containsKey(round) ? rounds.get(round).build() : nobodySends);
        }
        return new Repeating(graphs);
    }

    static String write(Topology topology, Weights weights, int rounds) {
        StringBuilder text = new StringBuilder().append(topology.nodes()).append("\n# round from to weight\n");
        for (int round = 0; round < rounds; round++) {
            WeightedEdges.append(text, round + " ", topology.at(round), weights);
        }
        return text.toString();
    }
}
