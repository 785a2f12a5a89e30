package io.starling.sharing.importance;

/** How much training changed it in this round (thesis, algorithm 6). */
public final class Change implements Importance {
    private final int size;

    public Change(int size) {
        this.size = size;
    }

    @Override
    public void score(float[] before, float[] after, float[] score) {
        for (int i = 0; i < size; i++) {
            score[i] = after[i] - before[i];
        }
    }
}
