package io.starling.sharing.selection;

import io.starling.compression.CorruptData;
import io.starling.compression.IndexCodec;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.engine.ScratchPool;

/** The most important ones; of equally important ones those with the lowest index. The indices travel. */
public final class TopK implements Selection {
    private final IndexCodec codec;

    public TopK(IndexCodec codec) {
        this.codec = codec;
    }

    @Override
    public boolean usesScores() {
        return true;
    }

    @Override
    public int choose(float[] score, int size, double alpha, int round, int[] chosen, ScratchPool.Scratch scratch) {
        int k = Selection.budget(alpha, size);
        Largest.choose(score, size, k, chosen, scratch);
        return k;
    }

    @Override
    public void write(int[] chosen, int count, int size, Output out) {
        if (count < size) {
            codec.encode(chosen, count, size, out);
        }
    }

    @Override
    public void read(Input in, int count, int size, int[] indices) throws CorruptData {
        if (count < size) {
            codec.decode(in, count, size, indices);
        } else {
            for (int i = 0; i < size; i++) {
                indices[i] = i;
            }
        }
    }
}
