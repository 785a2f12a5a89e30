package io.starling.dataset;

import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;

/**
 * A node's samples, to which those of others are added: each once, and no more than a bound.
 *
 * <p>Samples travel as they are in memory, little-endian: target, features; one after the other. Belongs to one node.
 */
public final class GrowingSamples {
    private final int most;
    /** Fingerprints of 64 bits: for two different samples to have the same one is as good as impossible. */
    private final Set<Long> known = new HashSet<>();
    private Samples samples;

    /** Samples that cannot be taken: not what somebody with the same data set would send. */
    public static final class NotSamples extends Exception {
        public NotSamples(String message) {
            super(message);
        }
    }

    /** @param most how many there may be, the node's own included */
    public GrowingSamples(Samples own, int most) {
        this.most = most;
        samples = own;
        ByteBuffer one = buffer(1);
        for (int i = 0; i < own.count(); i++) {
            own.write(i, one.clear());
            known.add(fingerprint(one.flip()));
        }
    }

    /** All of them; another object after some were added. */
    public Samples all() {
        return samples;
    }

    /** So many of the samples, or all if there are fewer, drawn at random without repetition. */
    public ByteBuffer draw(int count, KeyedRandom random) {
        int drawn = Math.min(count, samples.count());
        ByteBuffer out = buffer(drawn);
        int[] order = random.permutation(samples.count());
        for (int i = 0; i < drawn; i++) {
            samples.write(order[i], out);
        }
        return out.flip();
    }

    /**
     * Adds those that are new, as long as there is room.
     *
     * @return how many were added
     * @throws NotSamples if the bytes are not whole samples, or one is not like this node's own; nothing is added then
     */
    public int add(ByteBuffer received) throws NotSamples {
        ByteBuffer in = received.slice().order(ByteOrder.LITTLE_ENDIAN);
        int size = samples.bytesPerSample();
        if (in.remaining() % size != 0) {
            throw new NotSamples(in.remaining() + " bytes are no samples of " + size + " bytes each");
        }
        int count = in.remaining() / size;
        Samples theirs = samples.none().plus(in.duplicate().order(ByteOrder.LITTLE_ENDIAN), count);
        theirs.requirePlausible();
        ByteBuffer fresh = buffer(count);
        int added = 0;
        for (int i = 0; i < count && samples.count() + added < most; i++) {
            ByteBuffer one = in.slice(i * size, size);
            if (known.add(fingerprint(one))) {
                fresh.put(one.rewind());
                added++;
            }
        }
        if (added > 0) {
            samples = samples.plus(fresh.flip(), added);
        }
        return added;
    }

    private ByteBuffer buffer(int count) {
        return ByteBuffer.allocate(Math.multiplyExact(count, samples.bytesPerSample())).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long fingerprint(ByteBuffer sample) {
        long[] words = new long[(sample.remaining() + 7) / 8];
        for (int i = 0; sample.hasRemaining(); i++) {
            words[i / 8] = words[i / 8] << 8 | sample.get() & 0xFF;
        }
        return KeyedRandom.key(0, "sample", words);
    }
}
