package io.starling.sharing;

import io.starling.config.Settings;
import io.starling.random.KeyedRandom;
import java.util.List;

/**
 * Which part of its parameters a node shares in a round: always the same, or drawn from a list.
 *
 * <p>Drawing it (JWINS' randomized cut-off) lets every parameter through now and then, if one of the list is 1.
 */
record Budget(List<Double> alphas, long seed, int node) {
    static Budget of(Settings settings, List<Double> otherwise, long seed, int node) {
        if (settings.has(SharingKeys.ALPHAS)) {
            return new Budget(settings.get(SharingKeys.ALPHAS), seed, node);
        }
        return new Budget(otherwise == null ? List.of(settings.get(SharingKeys.ALPHA)) : otherwise, seed, node);
    }

    double alpha(int round) {
        return alphas.size() == 1 ? alphas.get(0) : alphas.get(KeyedRandom.of(seed, "alpha", node, round).nextInt(alphas.size()));
    }
}
