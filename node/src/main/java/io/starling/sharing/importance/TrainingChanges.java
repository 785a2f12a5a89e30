package io.starling.sharing.importance;

import java.util.List;

/** What training has changed since it was last shared: accumulation, version 1 (thesis, algorithm 7). */
public final class TrainingChanges implements Importance {
    private final float[] accumulated;

    public TrainingChanges(int size) {
        accumulated = new float[size];
    }

    @Override
    public void score(float[] before, float[] after, float[] score) {
        for (int i = 0; i < accumulated.length; i++) {
            accumulated[i] += after[i] - before[i];
            score[i] = accumulated[i];
        }
    }

    @Override
    public void chosen(int[] indices, int count, float[] before, float[] after) {
        for (int i = 0; i < count; i++) {
            accumulated[indices[i]] = 0;
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of(accumulated);
    }
}
