package io.starling.dataset.partition;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * Sorted by label, cut into {@code k} shards a node, shards dealt at random: each node sees few labels (McMahan et al., AISTATS
 * 2017). Every sample is used; shard sizes differ by one at most.
 */
public final class LabelShards implements Partitioner {
    public static final Key<Integer> SHARDS = Key.integer("dataset.shards").atLeast(1).orElse(2)
        .doc("Shards a node with dataset.partitioner = shards: about the number of labels that a node sees.");

    private final int shardsPerNode;

    public LabelShards(int shardsPerNode) {
        this.shardsPerNode = shardsPerNode;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        long total = census.total();
        int shards = Math.multiplyExact(nodes, shardsPerNode);
        if (shards > total) {
            throw new UserError("nodes = " + nodes + " with dataset.shards = " + shardsPerNode + " need at least " + shards
                + " training samples, but there are " + total + ": use fewer nodes, fewer shards or more data.");
        }
        long[] firstOfGroup = census.firstOfGroup();
        int[] dealt = KeyedRandom.of(seed, "shards").permutation(shards);
        int perNode = shardsPerNode;
        return (label, rank) -> dealt[(int) (Math.multiplyExact(firstOfGroup[label] + rank, (long) shards) / total)] / perNode;
    }

    /** Chosen by {@code dataset.partitioner = shards}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "shards";
        }

        @Override
        public String doc() {
            return "Sorted by label and cut into dataset.shards pieces a node, dealt at random (not IID).";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(SHARDS);
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            return new LabelShards(settings.get(SHARDS));
        }
    }
}
