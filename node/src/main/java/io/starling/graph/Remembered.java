package io.starling.graph;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the graphs of the rounds last asked for, since all nodes of an executor ask for the same few. */
final class Remembered implements Topology {
    private static final int ROUNDS = 16;

    private final Topology topology;
    private final Map<Integer, Graph> graphs = new LinkedHashMap<>(2 * ROUNDS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Graph> eldest) {
            return size() > ROUNDS;
        }
    };

    Remembered(Topology topology) {
        this.topology = topology;
    }

    @Override
    public int nodes() {
        return topology.nodes();
    }

    /** Others wait while one makes a graph, instead of making the same one. */
    @Override
    public synchronized Graph at(int round) {
        return graphs.computeIfAbsent(round, topology::at);
    }

    @Override
    public boolean isStatic() {
        return topology.isStatic();
    }

    @Override
    public int period() {
        return topology.period();
    }
}
