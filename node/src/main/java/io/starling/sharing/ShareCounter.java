package io.starling.sharing;

import io.starling.config.Settings;
import java.util.List;

/** Counts how often each coefficient is shared, if {@code sharing.count} says so. */
final class ShareCounter {
    /** Whole numbers; empty if nobody wants to know. */
    private final float[] counts;

    private ShareCounter(int size) {
        counts = new float[size];
    }

    static ShareCounter of(Settings settings, int size) {
        return new ShareCounter(settings.get(SharingKeys.COUNT) ? size : 0);
    }

    void count(int[] indices, int count) {
        if (counts.length > 0) {
            for (int i = 0; i < count; i++) {
                counts[indices[i]]++;
            }
        }
    }

    float[] counts() {
        return counts;
    }

    List<float[]> memory() {
        return counts.length == 0 ? List.of() : List.of(counts);
    }
}
