package io.starling.mapping;

import io.starling.config.Settings;

/** Consecutive nodes together, places filled evenly: node {@code i} of {@code n} at place {@code ⌊i·p/n⌋}. */
public final class LinearMapping implements Mapping {
    @Override
    public int place(int node, int nodes, int places) {
        return (int) ((long) node * places / nodes);
    }

    /** Chosen by {@code mapping.kind = linear}. */
    public static final class Factory implements Mapping.Factory {
        @Override
        public String name() {
            return "linear";
        }

        @Override
        public String doc() {
            return "Consecutive nodes on the same executor, executors filled evenly.";
        }

        @Override
        public Mapping create(Settings settings) {
            return new LinearMapping();
        }
    }
}
