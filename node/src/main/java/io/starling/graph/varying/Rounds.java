package io.starling.graph.varying;

import io.starling.graph.Graph;
import java.util.ArrayList;
import java.util.List;

/** The weighted edges of some rounds, while a construction puts them together. */
final class Rounds {
    private record Edge(int a, int b, float weight) {
    }

    private final List<List<Edge>> rounds = new ArrayList<>();

    int size() {
        return rounds.size();
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    void add(int round, int a, int b, double weight) {
        reach(round);
        rounds.get(round).add(new Edge(a, b, (float) weight));
    }

    /** Adds all rounds of another construction, over other nodes, from a round on. */
    void addBeside(int round, Rounds other) {
        for (int i = 0; i < other.size(); i++) {
            addOne(round + i, other, i);
        }
    }

    /** Adds one round of another construction, which is taken again from its start after its end. */
    void addOne(int round, Rounds other, int index) {
        if (!other.isEmpty()) {
            reach(round);
            rounds.get(round).addAll(other.rounds.get(index % other.size()));
        }
    }

    private void reach(int round) {
        while (rounds.size() <= round) {
            rounds.add(new ArrayList<>());
        }
    }

    List<Graph> graphs(int nodes) {
        return rounds.stream().map(edges -> {
            Graph.Builder graph = Graph.builder(nodes);
            edges.forEach(edge -> graph.edge(edge.a, edge.b, edge.weight));
            return graph.build();
        }).toList();
    }
}
