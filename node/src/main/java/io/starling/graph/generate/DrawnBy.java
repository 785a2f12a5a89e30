package io.starling.graph.generate;

import io.starling.random.KeyedRandom;
import java.util.Random;

/** Lets JGraphT's generators draw from a keyed stream. */
final class DrawnBy extends Random {
    private final transient KeyedRandom random;

    DrawnBy(KeyedRandom random) {
        super(0);
        this.random = random;
    }

    /** All of Random's methods draw through this one. */
    @Override
    protected int next(int bits) {
        return (int) (random.nextLong() >>> (64 - bits));
    }
}
