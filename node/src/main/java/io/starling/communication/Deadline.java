package io.starling.communication;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A point in time until which something may be waited for. Every wait in this project has one.
 *
 * <p>The clock is given, so that timeouts are tested without sleeping.
 */
public final class Deadline {
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long endNanos;

    private Deadline(LongSupplier nanoClock, long startNanos, long endNanos) {
        this.nanoClock = nanoClock;
        this.startNanos = startNanos;
        this.endNanos = endNanos;
    }

    public static Deadline after(Duration timeout) {
        return after(timeout, System::nanoTime);
    }

    public static Deadline after(Duration timeout, LongSupplier nanoClock) {
        long now = nanoClock.getAsLong();
        return new Deadline(nanoClock, now, now + timeout.toNanos());
    }

    /** The earlier of this deadline and one {@code timeout} from now. */
    public Deadline within(Duration timeout) {
        long now = nanoClock.getAsLong();
        return new Deadline(nanoClock, now, now + Math.min(endNanos - now, timeout.toNanos()));
    }

    /** Nanoseconds left, never negative. */
    public long remainingNanos() {
        return Math.max(0, endNanos - nanoClock.getAsLong());
    }

    /** Milliseconds left, rounded up, so that waiting for them does not end too early. */
    public long remainingMillis() {
        return (remainingNanos() + 999_999) / 1_000_000;
    }

    public boolean hasPassed() {
        return endNanos - nanoClock.getAsLong() <= 0;
    }

    /** "41 s of 120 s", for narrating a wait. */
    @Override
    public String toString() {
        return (nanoClock.getAsLong() - startNanos) / 1_000_000_000 + " s of " + (endNanos - startNanos) / 1_000_000_000 + " s";
    }
}
