package io.starling.communication;

import io.starling.random.KeyedRandom;
import java.time.Duration;

/**
 * How well messages are carried by an {@link InMemoryNetwork}, or let through by a {@link FaultyTransport}. What happens to a message is a function of the seed, the two nodes and how
 * many messages went from the one to the other before.
 *
 * <p>Delay alone keeps a link's messages in order. Loss, duplication and reordering break the promises of {@link Communication} on
 * purpose, to see what the layers above make of it.
 *
 * @param loss        part of the messages that never arrive
 * @param duplication part of the messages that arrive twice
 * @param reordering  part of the messages that may be overtaken by later ones; needs a delay to have an effect
 * @param delayed     part of the messages that the delay is for; the others arrive at once
 */
public record NetworkConditions(long seed, Duration minDelay, Duration maxDelay, double loss, double duplication, double reordering,
                                double delayed) {

    /** Everything arrives at once. */
    public static final NetworkConditions PERFECT = new NetworkConditions(0, Duration.ZERO, Duration.ZERO, 0, 0, 0, 1);

    public NetworkConditions {
        if (minDelay.isNegative() || maxDelay.compareTo(minDelay) < 0) {
            throw new IllegalArgumentException("a delay from " + minDelay + " to " + maxDelay);
        }
        checkPart("loss", loss);
        checkPart("duplication", duplication);
        checkPart("reordering", reordering);
        checkPart("delayed", delayed);
    }

    private static void checkPart(String what, double part) {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException(what + " = " + part + " is not from 0 to 1");
        }
    }

    public NetworkConditions withSeed(long value) {
        return new NetworkConditions(value, minDelay, maxDelay, loss, duplication, reordering, delayed);
    }

    public NetworkConditions withDelay(Duration least, Duration most) {
        return new NetworkConditions(seed, least, most, loss, duplication, reordering, delayed);
    }

    public NetworkConditions withLoss(double part) {
        return new NetworkConditions(seed, minDelay, maxDelay, part, duplication, reordering, delayed);
    }

    public NetworkConditions withDuplication(double part) {
        return new NetworkConditions(seed, minDelay, maxDelay, loss, part, reordering, delayed);
    }

    public NetworkConditions withReordering(double part) {
        return new NetworkConditions(seed, minDelay, maxDelay, loss, duplication, part, delayed);
    }

    public NetworkConditions withDelayed(double part) {
        return new NetworkConditions(seed, minDelay, maxDelay, loss, duplication, reordering, part);
    }

    /** Whether nothing happens to any message. */
    public boolean arePerfect() {
        return loss == 0 && duplication == 0 && (maxDelay.isZero() || delayed == 0);
    }

    /**
     * What becomes of one message.
     *
     * @param delaysNanos one for every copy that arrives
     */
    record Fate(long[] delaysNanos, boolean mayBeOvertaken) {
    }

    Fate fate(int from, int to, long number) {
        KeyedRandom random = KeyedRandom.of(seed, "network", from, to, number);
        boolean lost = random.nextDouble() < loss;
        boolean twice = random.nextDouble() < duplication;
        boolean overtaken = random.nextDouble() < reordering;
        long[] delays = new long[lost ? 0 : twice ? 2 : 1];
        for (int i = 0; i < delays.length; i++) {
            boolean late = delayed == 1 || random.nextDouble() < delayed;
            delays[i] = !late ? 0 : minDelay.toNanos() + (long) (random.nextDouble() * (maxDelay.toNanos() - minDelay.toNanos()));
        }
        return new Fate(delays, overtaken);
    }
}
