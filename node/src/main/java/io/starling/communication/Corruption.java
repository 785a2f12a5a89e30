package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.starling.random.KeyedRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes a bit in some of the frames between nodes, to see that it is noticed. Which and where is a function of the seed, the two nodes and
 * how many frames went from the one to the other before.
 */
final class Corruption {
    private final double part;
    private final long seed;
    private final Map<Way, AtomicLong> frames = new ConcurrentHashMap<>();

    private record Way(int from, int to) {
    }

    /** @param part of the frames; 0 leaves all as they are */
    Corruption(double part, long seed) {
        this.part = part;
        this.seed = seed;
    }

    /** The frame as it is to be written, to be released by whoever writes it; the given one is left as it is. */
    ByteBuf pass(ByteBuf frame, int from, int to) {
        if (part == 0) {
            return frame.retainedDuplicate();
        }
        KeyedRandom random = KeyedRandom.of(seed, "corruption", from, to, frames.computeIfAbsent(new Way(from, to), w -> new AtomicLong()).getAndIncrement());
        if (random.nextDouble() >= part) {
            return frame.retainedDuplicate();
        }
        // The same buffer goes to other neighbours, too.
        ByteBuf changed = frame.copy();
        int at = random.nextInt(changed.readableBytes());
        return changed.setByte(at, changed.getByte(at) ^ 1 << random.nextInt(Byte.SIZE));
    }
}
