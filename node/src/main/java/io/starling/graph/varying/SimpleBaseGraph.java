package io.starling.graph.varying;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The simple Base-(k+1) graph: exact agreement of any number of nodes, with at most k neighbours a round.
 *
 * <p>Written with digits of base k+1, n = a₁(k+1)^p₁ + a₂(k+1)^p₂ + … with p₁ > p₂ > …; the nodes are split into parts
 * of these sizes, and each part l into a_l slices of (k+1)^p_l nodes.
 * <ol>
 *   <li>Every part agrees on its own mean, by {@link HyperHypercube}.</li>
 *   <li>In step l every node of the later parts averages with one node of each slice of part l, weighted so that
 *       afterwards every slice of part l, and the later parts together, have the mean of all of them. There are fewer
 *       nodes in all later parts than in one slice, so each finds its own partners. The nodes of part l without a
 *       partner, which are all equal, average among themselves: that changes nothing here, but helps while training.</li>
 *   <li>From then on the slices of part l agree by {@link HyperHypercube}, while the later parts go on with step l+1.</li>
 * </ol>
 * The first part is the last to end: it takes one round for its step and p₁ for its slices.
 *
 * @see <a href="https://arxiv.org/abs/2305.11420">Takezawa, Sato, Bao, Niwa, Yamada: Beyond Exponential Graph, NeurIPS
 *     2023</a>, Algorithm 2
 */
final class SimpleBaseGraph {
    /** a slices of equal size, a power of k+1. */
    private record Part(int[] nodes, List<int[]> slices) {
    }

    private SimpleBaseGraph() {
    }

    static Rounds rounds(int[] nodes, int k) {
        if (HyperHypercube.exists(nodes.length, k)) {
            return HyperHypercube.rounds(nodes, k);
        }
        List<Part> parts = parts(nodes, k + 1);
        Rounds rounds = new Rounds();
        int agreeing = HyperHypercube.rounds(parts.get(0).nodes, k).size();
        for (Part part : parts) {
            Rounds own = HyperHypercube.rounds(part.nodes, k);
            for (int round = 0; round < agreeing; round++) {
                rounds.addOne(round, own, round);
            }
        }
        int slicesAgreeing = HyperHypercube.rounds(parts.get(0).slices.get(0), k).size();
        for (int step = 0; step <= slicesAgreeing; step++) {
            int round = agreeing + step;
            if (step < parts.size() - 1) {
                meet(rounds, round, parts.get(step), later(parts, step), k);
            }
            for (int done = 0; done < Math.min(step, parts.size()); done++) {
                for (int[] slice : parts.get(done).slices) {
                    rounds.addOne(round, HyperHypercube.rounds(slice, k), step - 1 - done);
                }
            }
        }
        return rounds;
    }

    /** Step 2: the later nodes average with one node of each slice, the nodes left over among themselves. */
    private static void meet(Rounds rounds, int round, Part part, int[] later, int k) {
        double weight = (double) part.nodes.length / (part.slices.size() * (double) (part.nodes.length + later.length));
        List<Integer> alone = new ArrayList<>();
        for (int[] slice : part.slices) {
            for (int i = 0; i < slice.length; i++) {
                if (i < later.length) {
                    rounds.add(round, later[i], slice[i], weight);
                } else {
                    alone.add(slice[i]);
                }
            }
        }
        for (int from = 0; from < alone.size(); from += k + 1) {
            List<Integer> clique = alone.subList(from, Math.min(from + k + 1, alone.size()));
            for (int i = 0; i < clique.size(); i++) {
                for (int j = i + 1; j < clique.size(); j++) {
                    rounds.add(round, clique.get(i), clique.get(j), 1.0 / clique.size());
                }
            }
        }
    }

    private static int[] later(List<Part> parts, int step) {
        return parts.subList(step + 1, parts.size()).stream().flatMapToInt(part -> Arrays.stream(part.nodes)).toArray();
    }

    /** The nodes in parts by the digits of their number in a base, the highest first. */
    private static List<Part> parts(int[] nodes, int base) {
        List<Part> parts = new ArrayList<>();
        int sliceSize = 1;
        while ((long) sliceSize * base <= nodes.length) {
            sliceSize *= base;
        }
        int from = 0;
        for (; sliceSize >= 1; sliceSize /= base) {
            int digit = (nodes.length - from) / sliceSize;
            if (digit > 0) {
                List<int[]> slices = new ArrayList<>();
                for (int slice = 0; slice < digit; slice++) {
                    slices.add(Arrays.copyOfRange(nodes, from + slice * sliceSize, from + (slice + 1) * sliceSize));
                }
                parts.add(new Part(Arrays.copyOfRange(nodes, from, from + digit * sliceSize), slices));
                from += digit * sliceSize;
            }
        }
        return parts;
    }
}
