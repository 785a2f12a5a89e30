package io.starling.sharing.selection;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * Most of the budget for the most important ones, the rest for those that were shared too rarely.
 *
 * <p>In round t, ⌈k · (1 − α_low)⌉ are chosen by importance; the others are drawn at random among those shared fewer than
 * t · α · α_low times so far, fewer if there are not so many. So every one is shared sooner or later. (Thesis, algorithm 9;
 * shares of both sorts are counted.)
 */
public final class BoundedTopK implements Selection {
    private final TopK topK;
    private final double alphaLow;
    private final long seed;
    private final int node;
    /** How often each was shared; whole numbers. */
    private final float[] shares;

    public BoundedTopK(IndexCodec codec, double alphaLow, int size, long seed, int node) {
        topK = new TopK(codec);
        this.alphaLow = alphaLow;
        this.seed = seed;
        this.node = node;
        shares = new float[size];
    }

    @Override
    public boolean usesScores() {
        return true;
    }

    @Override
    public int choose(float[] score, int size, double alpha, int round, int[] chosen, ScratchPool.Scratch scratch) {
        int k = Selection.budget(alpha, size);
        int top = (int) Math.ceil(k * (1 - alphaLow));
        int[] best = scratch.ints(size + 1);
        Largest.choose(score, size, top, best, scratch);
        count(best, top);

        int[] rare = scratch.ints(size + 1);
        int rareCount = rarelyShared(best, top, size, (float) (round * alpha * alphaLow), rare);
        int drawn = draw(rare, rareCount, k - top, KeyedRandom.of(seed, "bounded-top-k", node, round));
        count(rare, drawn);
        return merge(best, top, rare, drawn, chosen);
    }

    private void count(int[] indices, int count) {
        for (int i = 0; i < count; i++) {
            shares[indices[i]]++;
        }
    }

    /** Those below the bound, ascending, without the best (whose count has just increased, but may still be below). */
    private int rarelyShared(int[] best, int top, int size, float bound, int[] rare) {
        int count = 0;
        int nextBest = 0;
        for (int i = 0; i < size; i++) {
            if (nextBest < top && best[nextBest] == i) {
                nextBest++;
            } else if (shares[i] < bound) {
                rare[count++] = i;
            }
        }
        return count;
    }

    /** Keeps so many at random, in their order: Knuth's selection sampling. */
    private static int draw(int[] indices, int count, int wanted, KeyedRandom random) {
        if (count <= wanted) {
            return count;
        }
        int kept = 0;
        for (int i = 0; kept < wanted; i++) {
            if (random.nextInt(count - i) < wanted - kept) {
                indices[kept++] = indices[i];
            }
        }
        return kept;
    }

    private static int merge(int[] a, int aCount, int[] b, int bCount, int[] merged) {
        int i = 0;
        int j = 0;
        for (int m = 0; m < aCount + bCount; m++) {
            merged[m] = j == bCount || i < aCount && a[i] < b[j] ? a[i++] : b[j++];
        }
        return aCount + bCount;
    }

    @Override
    public void write(int[] chosen, int count, int size, Output out) {
        topK.write(chosen, count, size, out);
    }

    @Override
    public void read(Input in, int count, int size, int[] indices) throws CorruptData {
        topK.read(in, count, size, indices);
    }

    @Override
    public List<float[]> memory() {
        return List.of(shares);
    }
}
