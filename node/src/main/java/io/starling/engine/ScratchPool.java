package io.starling.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Arrays for the length of a computation, lent to whoever computes and used again by the next.
 *
 * <p>Nodes are many, but only as many compute at a time as there are compute slots; so this is how much scratch memory there
 * is, whatever the number of nodes. Thread-safe; what is borrowed belongs to the borrower until it is closed.
 *
 * <pre>{@code
 * try (ScratchPool.Scratch scratch = pool.borrow()) {
 *     float[] score = scratch.floats(n);
 *     int[] chosen = scratch.ints(k);
 * }
 * }</pre>
 */
public final class ScratchPool {
    private final Deque<Scratch> idle = new ArrayDeque<>();

    public Scratch borrow() {
        synchronized (idle) {
            Scratch scratch = idle.poll();
            return scratch == null ? new Scratch() : scratch;
        }
    }

    /** Hands out arrays of at least the length asked for, with whatever is in them; every call another one. */
    public final class Scratch implements AutoCloseable {
        private final List<float[]> floats = new ArrayList<>();
        private final List<int[]> ints = new ArrayList<>();
        private final List<byte[]> bytes = new ArrayList<>();
        private int floatsLent;
        private int intsLent;
        private int bytesLent;

        private Scratch() {
        }

        public float[] floats(int length) {
            int at = floatsLent++;
            if (at == floats.size()) {
                floats.add(new float[length]);
            } else if (floats.get(at).length < length) {
                floats.set(at, new float[length]);
            }
            return floats.get(at);
        }

        public int[] ints(int length) {
            int at = intsLent++;
            if (at == ints.size()) {
                ints.add(new int[length]);
            } else if (ints.get(at).length < length) {
                ints.set(at, new int[length]);
            }
            return ints.get(at);
        }

        public byte[] bytes(int length) {
            int at = bytesLent++;
            if (at == bytes.size()) {
                bytes.add(new byte[length]);
            } else if (bytes.get(at).length < length) {
                bytes.set(at, new byte[length]);
            }
            return bytes.get(at);
        }

        /** Gives everything back. */
        @Override
        public void close() {
            floatsLent = 0;
            intsLent = 0;
            bytesLent = 0;
            synchronized (idle) {
                idle.push(this);
            }
        }
    }
}
