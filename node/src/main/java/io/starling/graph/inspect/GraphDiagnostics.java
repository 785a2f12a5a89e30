package io.starling.graph.inspect;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.random.KeyedRandom;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What can be said of a topology before training on it.
 *
 * @param nodes              number of nodes
 * @param period             after how many rounds the graphs repeat: 1 if static, 0 if never
 * @param rounds             how many rounds were looked at: the period, or the first few
 * @param symmetric          whether all edges go both ways
 * @param messagesPerRound   arcs, on average over the rounds
 * @param minDegree          the fewest messages a node receives in a round
 * @param maxDegree          the most messages a node receives in a round
 * @param maxOutDegree       the most messages a node sends in a round
 * @param connectedRounds    in how many of the rounds the graph is connected
 * @param connected          whether all rounds together are connected
 * @param diameter           the longest of the shortest ways in all rounds together, -1 if some node cannot be reached
 * @param rowStochastic      whether averages lie between what they are made of, in every round
 * @param columnStochastic   whether the mean of all models is kept, in every round
 * @param disagreementLeft   ‖W_T ⋯ W_1 − 11ᵀ/n‖₂ over the rounds
 * @param epsilon            when nodes count as agreed: the fraction of the initial disagreement that is left
 * @param roundsToConsensus  rounds until then, for a random start; -1 if not within {@value #MAX_ROUNDS}
 * @param meanMoved          how far the mean was then from the initial one, as a fraction of the initial disagreement
 * @param modelBytes         bytes of a model in a message, without framing
 */
public record GraphDiagnostics(int nodes, int period, int rounds, boolean symmetric, double messagesPerRound, int minDegree, int maxDegree,
                               int maxOutDegree, int connectedRounds, boolean connected, int diameter, boolean rowStochastic,
                               boolean columnStochastic, double disagreementLeft, double epsilon, int roundsToConsensus, double meanMoved,
                               long modelBytes) {
    /** Where counting rounds to consensus ends. */
    public static final int MAX_ROUNDS = 20_000;
    /** How many rounds stand for a topology that never repeats, or whose period is longer. */
    private static final int SAMPLE = 32;
    private static final int MAX_PERIOD = 1000;
    /** Weights are single-precision, so that exact agreement leaves this much. */
    private static final double EXACT = 1e-5;

    /** Looks at a topology with some weights. */
    public static GraphDiagnostics of(Topology topology, Weights weights, double epsilon, long modelBytes) {
        int rounds = topology.period() > 0 && topology.period() <= MAX_PERIOD ? topology.period() : SAMPLE;
        List<Graph> graphs = IntStream.range(0, rounds).mapToObj(topology::at).toList();
        List<MixingMatrix> matrices = graphs.stream().map(graph -> new MixingMatrix(graph, weights)).toList();
        Graph together = Graph.union(graphs);
        Consensus consensus = Consensus.reach(topology, weights, matrices, epsilon);
        return new GraphDiagnostics(topology.nodes(), topology.period(), rounds,
            graphs.stream().allMatch(Graph::isSymmetric),
            graphs.stream().mapToInt(Graph::arcs).average().orElseThrow(),
            graphs.stream().flatMapToInt(graph -> IntStream.range(0, graph.nodes()).map(graph::degree)).min().orElseThrow(),
            graphs.stream().mapToInt(Graph::maxDegree).max().orElseThrow(),
            graphs.stream().flatMapToInt(graph -> IntStream.range(0, graph.nodes()).map(graph::outDegree)).max().orElseThrow(),
            (int) graphs.stream().filter(Graph::isConnected).count(), together.isConnected(), Diameter.of(together),
            matrices.stream().allMatch(MixingMatrix::isRowStochastic), matrices.stream().allMatch(MixingMatrix::isColumnStochastic),
            Disagreement.after(matrices), epsilon, consensus.rounds, consensus.meanMoved, modelBytes);
    }

    /** Averages a random start until the nodes agree. */
    private record Consensus(int rounds, double meanMoved) {
        static Consensus reach(Topology topology, Weights weights, List<MixingMatrix> known, double epsilon) {
            KeyedRandom random = KeyedRandom.of(0, "graph.consensus");
            double[] x = IntStream.range(0, topology.nodes()).mapToDouble(node -> random.nextGaussian()).toArray();
            double mean = mean(x);
            double start = distance(x);
            int round = 0;
            for (; round < MAX_ROUNDS && distance(x) > epsilon * start; round++) {
                boolean repeats = topology.period() == known.size();
                MixingMatrix matrix = repeats || round < known.size() ? known.get(round % known.size())
                    : new MixingMatrix(topology.at(round), weights);
                x = matrix.times(x);
            }
            return new Consensus(distance(x) > epsilon * start ? -1 : round,
                start == 0 ? 0 : Math.abs(mean(x) - mean) * Math.sqrt(x.length) / start);
        }

        private static double mean(double[] x) {
            return Arrays.stream(x).average().orElseThrow();
        }

        private static double distance(double[] x) {
            double mean = mean(x);
            return Math.sqrt(Arrays.stream(x).map(value -> (value - mean) * (value - mean)).sum());
        }
    }

    /** By how much disagreement shrinks, at worst, in the rounds looked at: 1 if it is gone, 0 or less if not at all. */
    public double spectralGap() {
        return 1 - disagreementLeft;
    }

    /** The gap of a static graph that would be as fast: 1 − (disagreement left)^(1/rounds). */
    public double spectralGapPerRound() {
        return 1 - Math.pow(disagreementLeft, 1.0 / rounds);
    }

    /** Whether a period ends with all nodes having exactly the mean, whatever they started with. */
    public boolean isExact() {
        return disagreementLeft < EXACT && columnStochastic && rounds == period;
    }

    /** Bytes that all nodes together send in a round. */
    public double bytesPerRound() {
        return messagesPerRound * modelBytes;
    }

    /** For people: one property a line. */
    public String text() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"nodes", Integer.toString(nodes)});
        rows.add(new String[] {"rounds", period == 1 ? "all the same graph"
            : period > 0 ? "repeats after " + period + (rounds < period ? "; the first " + rounds + " looked at" : "")
            : "never repeats; the first " + rounds + " looked at"});
        rows.add(new String[] {symmetric ? "edges" : "edges (one-way)", number(symmetric ? messagesPerRound / 2 : messagesPerRound)
            + (period == 1 ? "" : " a round")});
        rows.add(new String[] {"degree", range(minDegree, maxDegree) + (symmetric ? "" : " received, at most " + maxOutDegree + " sent")});
        rows.add(new String[] {"connected", period == 1 ? yes(connected)
            : (connected ? "over all rounds" : "no, not even over all rounds") + "; in " + connectedRounds + " of " + rounds
            + " by itself"});
        rows.add(new String[] {"diameter", (diameter < 0 ? "infinite" : Integer.toString(diameter))
            + (period == 1 ? "" : " over all rounds")});
        rows.add(new String[] {"row stochastic", yes(rowStochastic)});
        rows.add(new String[] {"column stochastic", columnStochastic ? "yes: the mean of all models is kept"
            : "no: averaging moves the mean of all models"});
        rows.add(new String[] {"spectral gap", gap()});
        rows.add(new String[] {"consensus to " + BigDecimal.valueOf(epsilon).stripTrailingZeros().toPlainString(), roundsToConsensus < 0
            ? "not within " + MAX_ROUNDS + " rounds" : roundsToConsensus + (roundsToConsensus == 1 ? " round" : " rounds")
            + (meanMoved > EXACT ? String.format(Locale.ROOT, ", at %.2g off the mean", meanMoved) : "")});
        rows.add(new String[] {"bytes a round", bytes(bytesPerRound()) + " in all; a node sends at most "
            + bytes((double) maxOutDegree * modelBytes) + " (model of " + bytes(modelBytes) + ")"});
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            text.append(String.format("%-20s %s%n", row[0], row[1]));
        }
        return text.toString();
    }

    private String gap() {
        if (isExact()) {
            return "1: exact mean after " + (rounds == 1 ? "a round" : rounds + " rounds");
        }
        String perRound = String.format(Locale.ROOT, "%.4g", spectralGapPerRound());
        return rounds == 1 ? perRound : perRound + " a round" + (period == 0 ? ", over " + rounds + " rounds"
            : String.format(Locale.ROOT, ", %.4g over %d rounds", spectralGap(), rounds));
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static String range(int from, int to) {
        return from == to ? Integer.toString(from) : from + " to " + to;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String bytes(double bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        int unit = 0;
        for (; bytes >= 1000 && unit < units.length - 1; unit++) {
            bytes /= 1000;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    }
}
