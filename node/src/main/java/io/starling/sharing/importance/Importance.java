package io.starling.sharing.importance;

import java.util.List;

/**
 * How much it matters to share each coefficient: a number whose magnitude ranks it.
 *
 * <p>Belongs to one node. Called in turn, once a round: {@link #score}, {@link #chosen}, {@link #averaged}; each sees the
 * coefficients {@code before} and {@code after} what has just happened to them.
 */
public interface Importance {
    /** The names that {@code sharing.importance} knows. */
    List<String> NAMES = List.of("change", "parameters", "accumulation-v1", "accumulation");

    /** Writes the importance of every coefficient, given what training made of them. */
    void score(float[] before, float[] after, float[] score);

    /** These are shared in this round, of what training made of {@code before}. */
    default void chosen(int[] indices, int count, float[] before, float[] after) {
    }

    /** This is what averaging made of {@code before}. */
    default void averaged(float[] before, float[] after) {
    }

    /** What a checkpoint must keep. */
    default List<float[]> memory() {
        return List.of();
    }
}
