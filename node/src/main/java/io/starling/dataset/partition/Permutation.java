package io.starling.dataset.partition;

import io.starling.random.KeyedRandom;
import java.io.Serializable;

/**
 * A pseudo-random permutation of {@code 0 … n-1} that needs no memory: a four-round Feistel network on the next even
 * power of two, walked until it falls into the range (Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002).
 */
final class Permutation implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int ROUNDS = 4;

    private final long n;
    private final long key;
    private final int halfBits;

    Permutation(long n, long key) {
        this.n = n;
        this.key = key;
        int bits = Math.max(2, 64 - Long.numberOfLeadingZeros(Math.max(1, n - 1)));
        halfBits = (bits + 1) / 2;
    }

    /** Where {@code i} goes. */
    long apply(long i) {
        long mask = (1L << halfBits) - 1;
        long value = i;
        do {
            long left = value >>> halfBits;
            long right = value & mask;
            for (int round = 0; round < ROUNDS; round++) {
                long swap = right;
                right = left ^ KeyedRandom.key(key, "feistel", round, right) & mask;
                left = swap;
            }
            value = left << halfBits | right;
        } while (value >= n);
        return value;
    }
}
