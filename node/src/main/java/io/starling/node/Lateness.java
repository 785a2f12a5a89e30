package io.starling.node;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The one policy for lateness: how long a node waits in a round, for how many of its neighbours, and what it does about those whose
 * message did not come.
 *
 * <p>A node waits for all. Once it has a quorum it goes on when the time is up in which messages usually come: median + k·MAD (median
 * absolute deviation) of the arrivals seen so far, not less than a floor. Without a quorum it goes on at the deadline. So a missing
 * neighbour costs a round's weight, never the run.
 *
 * <p>Knows no clock: it is told when messages came. Used by the node's thread only.
 */
final class Lateness {
    static final Key<Duration> DEADLINE = span("lateness.deadline", Duration.ofSeconds(60))
        .doc("How long a node waits at the most in a round for its neighbours' messages.");
    static final Key<Double> QUORUM = Key.number("lateness.quorum").between(0, 1).orElse(1.0).perNode()
        .doc("The part of the neighbours of whom a node must have heard to go on before lateness.deadline without the others; 1 waits for all.");
    static final Key<Double> SPREAD = Key.number("lateness.spread").atLeast(0).orElse(10.0).perNode()
        .doc("With a quorum, a node goes on after median + spread × MAD of the arrival times seen so far.");
    static final Key<Duration> FLOOR = span("lateness.floor", Duration.ofSeconds(1))
        .doc("With a quorum, a node waits at least this long for the others.");
    static final Key<String> ON_MISSING = Key.string("lateness.on-missing").oneOf("renormalise", "reuse-last", "fail").orElse("renormalise").perNode()
        .doc("What a node does about a message that did not come: average without it (its weight goes to the node's own model), take the "
            + "neighbour's last one again, or fail.");

    /** Enough to know what is usual, few enough to follow a change. */
    private static final int REMEMBERED = 128;
    /** With fewer there is no telling what is usual. */
    private static final int NEEDED = 8;

    /** What to do about a message that did not come. */
    enum OnMissing {
        RENORMALISE, REUSE_LAST, FAIL
    }

    private final long deadlineNanos;
    private final long floorNanos;
    private final double quorum;
    private final double spread;
    private final OnMissing onMissing;
    private final long[] arrivals = new long[REMEMBERED];
    private int seen;

    Lateness(Settings settings) {
        deadlineNanos = settings.get(DEADLINE).toNanos();
        floorNanos = settings.get(FLOOR).toNanos();
        quorum = settings.get(QUORUM);
        spread = settings.get(SPREAD);
        onMissing = switch (settings.get(ON_MISSING)) {
            case "fail" -> OnMissing.FAIL;
            case "reuse-last" -> OnMissing.REUSE_LAST;
            default -> OnMissing.RENORMALISE;
        };
    }

    static List<Key<?>> keys() {
        return List.of(DEADLINE, QUORUM, SPREAD, FLOOR, ON_MISSING);
    }

    private static Key<Duration> span(String name, Duration value) {
        return Key.duration(name).orElse(value).check(v -> !v.isNegative() && !v.isZero(), "longer than 0").perNode();
    }

    OnMissing onMissing() {
        return onMissing;
    }

    /** A message came so long after the wait for it began; 0 if it was there before. */
    void arrived(long nanos) {
        arrivals[seen++ % REMEMBERED] = nanos;
    }

    /** How long to wait, from the beginning, when so many of the neighbours have been heard of. */
    long patienceNanos(int heard, int neighbours) {
        return heard >= Math.ceil(quorum * neighbours) && heard < neighbours ? Math.min(deadlineNanos, usualNanos()) : deadlineNanos;
    }

    private long usualNanos() {
        int count = Math.min(seen, REMEMBERED);
        if (count < NEEDED) {
            return deadlineNanos;
        }
        double[] times = new double[count];
        for (int i = 0; i < count; i++) {
            times[i] = arrivals[i];
        }
        double median = median(times);
        for (int i = 0; i < count; i++) {
            times[i] = Math.abs(times[i] - median);
        }
        return Math.max(floorNanos, (long) (median + spread * median(times)));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    long deadlineMillis() {
        return deadlineNanos / 1_000_000;
    }
}
