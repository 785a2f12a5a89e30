package io.starling.sharing.selection;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.engine.ScratchPool;
import java.util.List;

/**
 * Which coefficients a node shares in a round, and how a message says which they are.
 *
 * <p>Belongs to one node.
 */
public interface Selection {
    /** The names that {@code sharing.selection} knows. */
    List<String> NAMES = List.of("top-k", "bounded-top-k", "random", "round-robin");

    /** Whether it looks at how important the coefficients are. */
    boolean usesScores();

    /**
     * Chooses.
     *
     * @param score  how important each coefficient is, by magnitude; null if {@link #usesScores()} says no
     * @param size   how many coefficients there are
     * @param alpha  which part of them may be shared
     * @param chosen takes the indices, ascending; has room for size + 1
     * @return how many were chosen
     */
    int choose(float[] score, int size, double alpha, int round, int[] chosen, ScratchPool.Scratch scratch);

    /** Says which were chosen last; {@code count} the reader will know. */
    void write(int[] chosen, int count, int size, Output out);

    /** Reads what another node's {@link #write} said: fills {@code indices} with strictly ascending ones below size, or refuses. */
    void read(Input in, int count, int size, int[] indices) throws CorruptData;

    /** What a checkpoint must keep. */
    default List<float[]> memory() {
        return List.of();
    }

    /** How many of so many coefficients are shared: at least one, all for 1. */
    static int budget(double alpha, int size) {
        return (int) Math.max(1, Math.min(size, Math.round(alpha * size)));
    }
}
