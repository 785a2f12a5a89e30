package io.starling.training;

import io.starling.random.KeyedRandom;

/**
 * Which samples a node's mini-batches consist of, as a pure function of the batch's number.
 *
 * <p>Samples are drawn without replacement: every epoch goes through all of them in an order of its own, and epochs follow each
 * other without a gap, a batch may take the end of one and the start of the next. A restarted node that goes on at a later
 * round thus draws what it would have drawn.
 */
final class BatchOrder {
    private final long seed;
    private final int node;
    private final int samples;
    private int[] order;
    private long epoch = -1;

    BatchOrder(long seed, int node, int samples) {
        this.seed = seed;
        this.node = node;
        this.samples = samples;
    }

    /** Fills {@code chosen} with the samples at places {@code from, from + 1, …} of the endless sequence. */
    void draw(long from, int[] chosen, int count) {
        for (int i = 0; i < count; i++) {
            long place = from + i;
            useEpoch(place / samples);
            chosen[i] = order[(int) (place % samples)];
        }
    }

    private void useEpoch(long wanted) {
        if (wanted != epoch) {
            order = KeyedRandom.of(seed, "batches", node, wanted).permutation(samples);
            epoch = wanted;
        }
    }
}
