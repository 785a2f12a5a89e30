package io.starling.node;

import io.starling.communication.Message;
import java.time.Duration;
import java.util.List;

/**
 * How long a node that waits for nobody in particular lets messages come, so that it neither runs ahead of the others nor falls
 * behind: the mean lag of what arrives tends to 0 (as in Algorithm 12 of the JWINS++ thesis).
 *
 * <p>A message's lag is the receiver's round minus the sender's. Where it is positive on average the node is ahead, and waits longer by
 * a part of the time that so many of its rounds take; where it is negative, less. Silence counts as a lag of one round, or a node that
 * is scheduled before all others would be through before they begin.
 */
final class LagAdaptiveWait {
    private static final double GAIN = 0.5;
    /** A node that was stalled is many rounds behind at once; a few rounds' worth is enough to learn from one. */
    private static final double MOST_LAG = 2;

    private final long mostNanos;
    private long nanos;

    LagAdaptiveWait(Duration most) {
        mostNanos = most.toNanos();
    }

    Duration get() {
        return Duration.ofNanos(nanos);
    }

    /**
     * Learns from a round.
     *
     * @param took how long the round took, with the wait
     */
    void adapt(List<Message> received, int round, Duration took) {
        double meanLag = received.stream().mapToInt(message -> round - message.round()).average().orElse(1);
        double step = GAIN * Math.max(-MOST_LAG, Math.min(MOST_LAG, meanLag)) * took.toNanos();
        nanos = (long) Math.max(0, Math.min(mostNanos, nanos + step));
    }
}
