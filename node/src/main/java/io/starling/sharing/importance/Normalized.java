package io.starling.sharing.importance;

import java.util.List;

/** Another importance in relation to the coefficient's own magnitude: divided by |x| + ε (thesis, section 5.0.4). */
public final class Normalized implements Importance {
    private final Importance importance;
    private final float epsilon;
    private final int size;

    public Normalized(Importance importance, double epsilon, int size) {
        this.importance = importance;
        this.epsilon = (float) epsilon;
        this.size = size;
    }

    @Override
    public void score(float[] before, float[] after, float[] score) {
        importance.score(before, after, score);
        for (int i = 0; i < size; i++) {
            score[i] /= Math.abs(after[i]) + epsilon;
        }
    }

    @Override
    public void chosen(int[] indices, int count, float[] before, float[] after) {
        importance.chosen(indices, count, before, after);
    }

    @Override
    public void averaged(float[] before, float[] after) {
        importance.averaged(before, after);
    }

    @Override
    public List<float[]> memory() {
        return importance.memory();
    }
}
