package io.starling.sharing.selection;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;

/**
 * As many as the budget allows, at random. Instead of the indices, the seed they were drawn from travels.
 *
 * <p>The drawing is specified bit by bit, so that both ends agree: index i, of those from 0, is taken if the upper half of
 * r · (size − i), with r the next 32 bits of {@link KeyedRandom}, the upper half of a number first, is less than the number
 * still wanted.
 *
 * @see <a href="https://doi.org/10.1145/368996.369022">Fan, Muller, Rezucha: selection sampling, JASA 1962; Knuth's algorithm S</a>
 */
public final class RandomMask implements Selection {
    private static final long LOWER = 0xFFFFFFFFL;

    private final long seed;
    private final int node;
    private long maskSeed;

    public RandomMask(long seed, int node) {
        this.seed = seed;
        this.node = node;
    }

    @Override
    public boolean usesScores() {
        return false;
    }

    @Override
    public int choose(float[] score, int size, double alpha, int round, int[] chosen, ScratchPool.Scratch scratch) {
        int k = Selection.budget(alpha, size);
        maskSeed = KeyedRandom.key(seed, "mask", node, round);
        draw(maskSeed, k, size, chosen);
        return k;
    }

    @Override
    public void write(int[] chosen, int count, int size, Output out) {
        out.writeLong(maskSeed);
    }

    @Override
    public void read(Input in, int count, int size, int[] indices) throws CorruptData {
        draw(in.readLong(), count, size, indices);
    }

    /** Writes so many of the indices below size; needs room for one more. */
    static void draw(long seed, int count, int size, int[] indices) {
        KeyedRandom random = KeyedRandom.of(seed, "mask");
        int found = 0;
        for (int i = 0; i < size; i += 2) {
            long bits = random.nextLong();
            indices[found] = i;
            found += (bits >>> 32) * (size - i) >>> 32 < count - found ? 1 : 0;
            if (i + 1 < size) {
                indices[found] = i + 1;
                found += (bits & LOWER) * (size - i - 1) >>> 32 < count - found ? 1 : 0;
            }
        }
    }
}
