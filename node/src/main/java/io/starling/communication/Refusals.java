package io.starling.communication;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts refusals by reason. Safe for use by many threads. */
public final class Refusals {
    private final AtomicLongArray counts = new AtomicLongArray(Refusal.values().length);

    public void count(Refusal refusal) {
        counts.incrementAndGet(refusal.ordinal());
    }

    /** The reasons that occurred, by label. */
    public Map<String, Long> byLabel() {
        Map<String, Long> occurred = new TreeMap<>();
        for (Refusal refusal : Refusal.values()) {
            long count = counts.get(refusal.ordinal());
            if (count > 0) {
                occurred.put(refusal.label(), count);
            }
        }
        return occurred;
    }
}
