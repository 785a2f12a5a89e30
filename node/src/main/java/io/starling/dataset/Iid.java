package io.starling.dataset;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;

/** Dealt at random, the same number to every node (one more to some if it does not divide). */
public final class Iid implements Partitioner {
    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        long total = census.total();
        if (nodes > total) {
            throw new UserError("nodes = " + nodes + ", but there are only " + total
                + " training samples: some nodes would have no data; use fewer nodes or more data.");
        }
        long[] firstOfLabel = census.firstOfLabel();
        Permutation shuffled = new Permutation(total, KeyedRandom.key(seed, "iid"));
        return (label, rank) -> (int) (shuffled.apply(firstOfLabel[label] + rank) % nodes);
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
        public Partitioner create(Settings settings) {
            return new Iid();
        }
    }
}
