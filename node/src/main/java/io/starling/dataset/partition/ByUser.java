package io.starling.dataset.partition;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A user's samples stay together; users are dealt so that nodes have about the same number of samples: the largest user
 * first, each to the node that has least (Graham's LPT rule, SIAM J. Appl. Math. 17, 1969). Users of equal size in random order.
 * Needs one number a user.
 */
public final class ByUser implements Partitioner {
    /** A node and what it has so far. */
    private record Load(int node, long samples, int users) {
    }

    @Override
    public Grouping grouping() {
        return Grouping.USER;
    }

    @Override
    public Assignment assign(Census census, int nodes, long seed) {
        if (census.groups() < nodes) {
            throw new UserError("nodes = " + nodes + ", but the training samples are of only " + census.groups()
                + " users: with dataset.partitioner = by-user some nodes would have no data; use fewer nodes or another partitioner.");
        }
        int[] tieBreak = KeyedRandom.of(seed, "by-user").permutation(census.groups());
        int[] largestFirst = IntStream.range(0, census.groups()).boxed()
            .sorted(Comparator.comparingLong((Integer user) -> -census.count(user)).thenComparingInt(user -> tieBreak[user]))
            .mapToInt(Integer::intValue).toArray();
        PriorityQueue<Load> least = new PriorityQueue<>(
            Comparator.comparingLong(Load::samples).thenComparingInt(Load::users).thenComparingInt(Load::node));
        for (int node = 0; node < nodes; node++) {
            least.add(new Load(node, 0, 0));
        }
        int[] nodeOfUser = new int[census.groups()];
        for (int user : largestFirst) {
            Load to = least.remove();
            nodeOfUser[user] = to.node;
            least.add(new Load(to.node, to.samples + census.count(user), to.users + 1));
        }
        return (user, rank) -> nodeOfUser[user];
    }

    /** Chosen by {@code dataset.partitioner = by-user}. */
    public static final class Factory implements Partitioner.Factory {
        @Override
        public String name() {
            return "by-user";
        }

        @Override
        public String doc() {
            return "Users stay whole and are dealt so that nodes have about the same number of samples.";
        }

        @Override
        public Partitioner create(Settings settings, Files files) {
            return new ByUser();
        }
    }
}
