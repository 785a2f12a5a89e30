package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Repeating;
import io.starling.graph.Topology;
import java.util.Arrays;
import java.util.List;

/**
 * The Base-(k+1) graph: for any number of nodes, with at most k neighbours in a round, all nodes have exactly the mean
 * after at most 2 log_{k+1}(n) + 2 rounds. k is {@code graph.degree}.
 *
 * <p>With n = p·q, where p has no prime factor above k+1 and q no other, p groups of q nodes first agree by
 * {@link SimpleBaseGraph}, then q groups of one node out of each of those by {@link HyperHypercube}; unless
 * {@link SimpleBaseGraph} over all nodes is no longer.
 *
 * @see <a href="https://arxiv.org/abs/2305.11420">Takezawa, Sato, Bao, Niwa, Yamada: Beyond Exponential Graph:
 *     Communication-Efficient Topologies for Decentralized Learning via Finite-time Convergence, NeurIPS 2023</a>,
 *     Algorithm 3
 */
public final class BaseGraph implements Topology.Factory {
    @Override
    public String name() {
        return "base";
    }

    @Override
    public String doc() {
        return "Base-(k+1) with k = graph.degree: all nodes have exactly the mean after a few rounds, whatever their number.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int[] all = new int[nodes];
        Arrays.setAll(all, node -> node);
        Rounds rounds = rounds(all, Math.min(settings.get(GraphKeys.DEGREE), Math.max(1, nodes - 1)));
        return rounds.isEmpty() ? Topology.of(Graph.builder(nodes).build()) : new Repeating(rounds.graphs(nodes));
    }

    private static Rounds rounds(int[] nodes, int k) {
        Rounds simple = SimpleBaseGraph.rounds(nodes, k);
        int groups = smoothPart(nodes.length, k + 1);
        int groupSize = nodes.length / groups;
        if (groupSize == 1) {
            return simple;
        }
        Rounds rounds = new Rounds();
        for (int group = 0; group < groups; group++) {
            rounds.addBeside(0, SimpleBaseGraph.rounds(Arrays.copyOfRange(nodes, group * groupSize, (group + 1) * groupSize), k));
        }
        int agreed = rounds.size();
        for (int place = 0; place < groupSize; place++) {
            int[] oneOfEach = new int[groups];
            for (int group = 0; group < groups; group++) {
                oneOfEach[group] = nodes[group * groupSize + place];
            }
            rounds.addBeside(agreed, HyperHypercube.rounds(oneOfEach, k));
        }
        return rounds.size() < simple.size() ? rounds : simple;
    }

    /** The largest divisor without prime factors above a bound. */
    private static int smoothPart(int n, int largestFactor) {
        int smooth = 1;
        for (int factor = 2; factor <= largestFactor && factor <= n; factor++) {
            for (; n % factor == 0; n /= factor) {
                smooth *= factor;
            }
        }
        return smooth;
    }
}
