package io.starling.graph.varying;

import java.util.ArrayList;
import java.util.List;

/**
 * The k-peer hyper-hypercube: nodes numbered with digits of several bases, each at most k+1; in round t those that differ
 * in digit t only form a clique and average. After a round for each digit all have the mean. For k = 1 it is the
 * hypercube, one dimension a round.
 *
 * @see <a href="https://arxiv.org/abs/2305.11420">Takezawa, Sato, Bao, Niwa, Yamada: Beyond Exponential Graph, NeurIPS
 *     2023</a>, Algorithm 1
 */
final class HyperHypercube {
    private HyperHypercube() {
    }

    /** Whether the number of nodes has no prime factor above k+1. */
    static boolean exists(int nodes, int k) {
        return fewestFactors(nodes, k + 1) != null;
    }

    static Rounds rounds(int[] nodes, int k) {
        Rounds rounds = new Rounds();
        int stride = 1;
        for (int base : fewestFactors(nodes.length, k + 1)) {
            int round = rounds.size();
            for (int i = 0; i < nodes.length; i++) {
                for (int higher = i / stride % base + 1; higher < base; higher++) {
                    int j = i + (higher - i / stride % base) * stride;
                    rounds.add(round, nodes[i], nodes[j], 1.0 / base);
                }
            }
            stride *= base;
        }
        return rounds;
    }

    /** As few factors as possible, each at most a bound, with this product; null if there are none. */
    static List<Integer> fewestFactors(int product, int bound) {
        if (product == 1) {
            return List.of();
        }
        List<Integer> fewest = null;
        for (int factor = Math.min(bound, product); factor >= 2; factor--) {
            if (product % factor == 0) {
                List<Integer> rest = fewestFactors(product / factor, factor);
                if (rest != null && (fewest == null || rest.size() + 1 < fewest.size())) {
                    fewest = new ArrayList<>(rest);
                    fewest.add(factor);
                }
            }
        }
        return fewest;
    }
}
