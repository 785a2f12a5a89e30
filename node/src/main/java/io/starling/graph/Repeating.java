package io.starling.graph;

import java.util.List;

/** Graphs in turn, again from the first after the last; a single one is a static topology. */
public final class Repeating implements Topology {
    private final List<Graph> graphs;

    public Repeating(List<Graph> graphs) {
        if (graphs.isEmpty() || graphs.stream().mapToInt(Graph::nodes).distinct().count() > 1) {
            throw new IllegalArgumentException("graphs in turn must be at least one, all of the same nodes: " + graphs);
        }
        this.graphs = List.copyOf(graphs);
    }

    @Override
    public int nodes() {
        return graphs.get(0).nodes();
    }

    @Override
    public Graph at(int round) {
        return graphs.get(Math.floorMod(round, graphs.size()));
    }

    @Override
    public boolean isStatic() {
        return graphs.size() == 1;
    }

    @Override
    public int period() {
        return graphs.size();
    }
}
