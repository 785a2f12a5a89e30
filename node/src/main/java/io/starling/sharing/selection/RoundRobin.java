package io.starling.sharing.selection;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.engine.ScratchPool;

/**
 * One piece of the model after the other: it is cut into ⌈1/α⌉ pieces of consecutive parameters, and round t shares piece
 * t mod ⌈1/α⌉. The same piece at all nodes, so that a round averages that piece as full sharing would. Two numbers travel.
 */
public final class RoundRobin implements Selection {
    private int from;

    @Override
    public boolean usesScores() {
        return false;
    }

    @Override
    public int choose(float[] score, int size, double alpha, int round, int[] chosen, ScratchPool.Scratch scratch) {
        int pieces = Math.min(size, (int) Math.ceil(1 / alpha - 1e-9));
        int piece = round % pieces;
        from = start(piece, pieces, size);
        int count = start(piece + 1, pieces, size) - from;
        fill(from, count, chosen);
        return count;
    }

    private static int start(int piece, int pieces, int size) {
        return (int) ((long) piece * size / pieces);
    }

    private static void fill(int from, int count, int[] indices) {
        for (int i = 0; i < count; i++) {
            indices[i] = from + i;
        }
    }

    @Override
    public void write(int[] chosen, int count, int size, Output out) {
        out.writeVarint(from);
    }

    @Override
    public void read(Input in, int count, int size, int[] indices) throws CorruptData {
        int first = in.readVarint();
        if (first > size - count) {
            throw new CorruptData(count + " parameters from " + first + " on, of " + size);
        }
        fill(first, count, indices);
    }
}
