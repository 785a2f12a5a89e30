package io.starling.sharing.importance;

import java.util.List;

/**
 * What training and averaging have changed since the round in which it was last shared: accumulation, version 2 (thesis,
 * algorithm 8).
 *
 * <p>With V the changes up to this round, the score is V + change by training. V is set to 0 where it is shared; then the whole
 * round's change is added to it, once: training's part when the choice is made, averaging's when it is known.
 */
public final class AllChanges implements Importance {
    private final float[] accumulated;

    public AllChanges(int size) {
        accumulated = new float[size];
    }

    @Override
    public void score(float[] before, float[] after, float[] score) {
        for (int i = 0; i < accumulated.length; i++) {
            score[i] = accumulated[i] + (after[i] - before[i]);
        }
    }

    @Override
    public void chosen(int[] indices, int count, float[] before, float[] after) {
        for (int i = 0; i < count; i++) {
            accumulated[indices[i]] = 0;
        }
        averaged(before, after);
    }

    @Override
    public void averaged(float[] before, float[] after) {
        for (int i = 0; i < accumulated.length; i++) {
            accumulated[i] += after[i] - before[i];
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of(accumulated);
    }
}
