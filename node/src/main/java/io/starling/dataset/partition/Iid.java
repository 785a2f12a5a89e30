package io.starling.dataset.partition;

import io.starling.config.Settings;
import io.starling.random.KeyedRandom;

/** Dealt at random, the same number to every node (one more to some if it does not divide). */
public final class Iid implements Partitioner {
    @Override
    public Grouping grouping() {
        return Grouping.NONE;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        long total = census.total();
        Partitioner.requireSamples(total, nodes);
        Permutation shuffled = new Permutation(total, KeyedRandom.key(seed, "iid"));
        return (group, rank) -> (int) (shuffled.apply(rank) % nodes);
    }

    /** Chosen by {@code dataset.partitioner = iid}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "iid";
        }

        @Override
        public String doc() {
            return "Dealt at random, evenly.";
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            return new Iid();
        }
    }
}
