package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.random.KeyedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Cliques whose members together have the labels of the whole data set, sparsely connected with each other, so that
 * nodes with few labels each average with neighbours that have the others.
 *
 * <p>Nodes are dealt into cliques at random; then two random cliques at a time swap a pair of members that lowers the sum
 * of their skews, if there is one (Greedy Swap). The skew of a clique is Σ over labels of |its share − the share in all
 * data|. Between cliques there are single edges, each given to the members with the fewest so far.
 *
 * @see <a href="https://arxiv.org/abs/2104.07365">Bellet, Kermarrec, Lavoie: D-Cliques: Compensating for Data
 *     Heterogeneity with Topology in Decentralized Federated Learning, SRDS 2022</a>
 */
public final class DCliques implements Topology.Factory {
    /** Instead of a path: the driver counts the labels after partitioning and hands their text in under this name. */
    public static final String FROM_DATA = "from-data";

    public static final Key<Integer> CLIQUE_SIZE = Key.integer("graph.clique-size").atLeast(2).orElse(10)
        .doc("The most members a clique of a D-Cliques graph has.");
    public static final Key<String> BETWEEN = Key.string("graph.between-cliques").orElse("small-world")
        .oneOf("ring", "small-world", "complete")
        .doc("Which D-Cliques have an edge: neighbours in a ring, also some at doubling distances, or all.");
    public static final Key<String> HISTOGRAMS = Key.string("graph.label-histograms").orElse(FROM_DATA)
        .doc("For D-Cliques: a file with one line for each node, its count of each label; from-data counts them in the run's data.");

    @Override
    public String name() {
        return "d-cliques";
    }

    @Override
    public String doc() {
        return "Cliques of nodes that together have all labels in proportion, sparsely connected with each other.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(CLIQUE_SIZE, BETWEEN, HISTOGRAMS);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        throw new UnsupportedOperationException("D-Cliques need somebody to read the label histograms");
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed, UnaryOperator<String> files) {
        String path = settings.get(HISTOGRAMS);
        LabelHistograms labels = LabelHistograms.read(path, text(path, files), nodes);
        return Topology.of(graph(labels, settings.get(CLIQUE_SIZE), settings.get(BETWEEN), KeyedRandom.of(seed, "graph.d-cliques")));
    }

    /** Whether a configuration asks for D-Cliques by the labels of the run's own data, so that the graph comes after the data. */
    public static boolean isFromData(Settings settings) {
        return settings.get(GraphKeys.KIND).equals(new DCliques().name()) && settings.get(HISTOGRAMS).equals(FROM_DATA);
    }

    private String text(String path, UnaryOperator<String> files) {
        try {
            return files.apply(path);
        } catch (UserError e) {
            if (!path.equals(FROM_DATA)) {
                throw e;
            }
            throw new UserError("graph.kind = " + name() + " needs every node's label counts, and without a run there is no data to count; "
                + "set graph.label-histograms to a file with a line of counts for each node.", e);
        }
    }

    private static Graph graph(LabelHistograms labels, int cliqueSize, String between, KeyedRandom random) {
        // The paper takes 1,000 attempts for 10 cliques; the pairs of cliques grow with the square of their number.
        int count = (labels.nodes() + cliqueSize - 1) / cliqueSize;
        List<int[]> cliques = cliques(labels, cliqueSize, random, 10 * count * count);
        Graph.Builder graph = Graph.builder(labels.nodes());
        for (int[] clique : cliques) {
            for (int i = 0; i < clique.length; i++) {
                for (int j = i + 1; j < clique.length; j++) {
                    graph.edge(clique[i], clique[j]);
                }
            }
        }
        connect(graph, labels.nodes(), cliques, between, random);
        return graph.build();
    }

    /** Random cliques of sizes that differ by one at most, improved by Greedy Swap. */
    static List<int[]> cliques(LabelHistograms labels, int cliqueSize, KeyedRandom random, int attempts) {
        int[] order = random.permutation(labels.nodes());
        int count = (labels.nodes() + cliqueSize - 1) / cliqueSize;
        List<int[]> cliques = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            cliques.add(Arrays.copyOfRange(order, (int) ((long) labels.nodes() * c / count),
                (int) ((long) labels.nodes() * (c + 1) / count)));
        }
        for (int attempt = 0; attempt < attempts && count > 1; attempt++) {
            int one = random.nextInt(count);
            int other = (one + 1 + random.nextInt(count - 1)) % count;
            swap(labels, cliques.get(one), cliques.get(other), random);
        }
        return cliques;
    }

    /** Swaps a random one of the pairs of members whose swap lowers the sum of both cliques' skews. */
    private static void swap(LabelHistograms labels, int[] one, int[] other, KeyedRandom random) {
        double[] sharesOfOne = labels.sum(one);
        double[] sharesOfOther = labels.sum(other);
        double before = labels.skew(one) + labels.skew(other) - 1e-12;
        int found = 0;
        int swapI = -1;
        int swapJ = -1;
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < other.length; j++) {
                double after = labels.skewAfter(sharesOfOne, one.length, one[i], other[j])
                    + labels.skewAfter(sharesOfOther, other.length, other[j], one[i]);
                // Each of those found is kept with the same probability, without a list of them.
                if (after < before && random.nextInt(++found) == 0) {
                    swapI = i;
                    swapJ = j;
                }
            }
        }
        if (found > 0) {
            int member = one[swapI];
            one[swapI] = other[swapJ];
            other[swapJ] = member;
        }
    }

    private static void connect(Graph.Builder graph, int nodes, List<int[]> cliques, String between, KeyedRandom random) {
        int[] outside = new int[nodes];
        int count = cliques.size();
        boolean[][] connected = new boolean[count][count];
        for (int c = 0; c < count; c++) {
            for (int distance : distances(count, between, random)) {
                int other = (c + distance) % count;
                if (other != c && !connected[c][other]) {
                    connected[c][other] = true;
                    connected[other][c] = true;
                    int a = leastConnected(cliques.get(c), outside);
                    int b = leastConnected(cliques.get(other), outside);
                    outside[a]++;
                    outside[b]++;
                    graph.edge(a, b);
                }
            }
        }
    }

    /** How many places further along the ring of cliques there is an edge to. */
    private static List<Integer> distances(int cliques, String between, KeyedRandom random) {
        List<Integer> distances = new ArrayList<>(List.of(1));
        if (between.equals("complete")) {
            for (int distance = 2; distance <= cliques / 2; distance++) {
                distances.add(distance);
            }
        } else if (between.equals("small-world")) {
            for (int from = 2; from <= cliques / 2; from *= 2) {
                distances.add(from + random.nextInt(Math.min(from, cliques / 2 - from + 1)));
            }
        }
        return distances;
    }

    private static int leastConnected(int[] clique, int[] outside) {
        int least = clique[0];
        for (int node : clique) {
            if (outside[node] < outside[least] || outside[node] == outside[least] && node < least) {
                least = node;
            }
        }
        return least;
    }
}
