package io.starling.mapping;

import io.starling.config.Settings;

/** Nodes dealt out one by one: node {@code i} at place {@code i mod p}, so that neighbours on a ring are on different machines. */
public final class RoundRobinMapping implements Mapping {
    @Override
    public int place(int node, int nodes, int places) {
        return node % places;
    }

    /** Chosen by {@code mapping.kind = round-robin}. */
    public static final class Factory implements Mapping.Factory {
        @Override
        public String name() {
            return "round-robin";
        }

        @Override
        public String doc() {
            return "Nodes dealt out to the executors one by one.";
        }

        @Override
        public Mapping create(Settings settings) {
            return new RoundRobinMapping();
        }
    }
}
