package io.starling.graph;

import java.util.function.IntFunction;

/** Another graph in every round, never repeating. */
public final class Varying implements Topology {
    private final int nodes;
    private final IntFunction<Graph> graphs;

    /**
     * Takes the graph of a round from a function.
     *
     * @param graphs round → graph; pure and thread-safe
     */
    public Varying(int nodes, IntFunction<Graph> graphs) {
        this.nodes = nodes;
        this.graphs = graphs;
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public Graph at(int round) {
        return graphs.apply(round);
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
