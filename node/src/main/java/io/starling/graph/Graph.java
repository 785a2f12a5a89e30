package io.starling.graph;

import java.util.Arrays;
import java.util.List;

/**
 * One round's edges: who sends to whom, and, where the construction says so, with what weight. Immutable.
 *
 * <p>An <em>edge</em> goes both ways, an <em>arc</em> one way. No node has an edge to itself: its own weight is what the
 * others leave. A graph may bring its own weights (a weighted file, a construction such as Base-(k+1)); else they come
 * from {@link Weights}.
 *
 * <pre>{@code
 * Graph triangle = Graph.builder(3).edge(0, 1).edge(1, 2).edge(2, 0).build();
 * Graph oneWay = Graph.builder(2).arc(0, 1, 0.5f).arc(1, 0, 0.5f).build();
 * }</pre>
 */
public final class Graph {
    /** How many arcs a union collects before it looks for repeated ones, so that many rounds do not need much memory. */
    private static final int REPEATED_ARCS = 4_000_000;

    private final int[][] targets;
    private final int[][] sources;
    /** Aligned with sources; null where the graph brings no weights. */
    private final float[][] weights;
    private final boolean symmetric;
    private final int maxDegree;
    private volatile Boolean connected;

    private Graph(int[][] targets, int[][] sources, float[][] weights) {
        this.symmetric = Arrays.deepEquals(targets, sources);
        this.targets = targets;
        this.sources = symmetric ? targets : sources;
        this.weights = weights;
        this.maxDegree = Arrays.stream(sources).mapToInt(row -> row.length).max().orElse(0);
    }

    /** Starts a graph of nodes 0 … nodes-1 without any edge. */
    public static Builder builder(int nodes) {
        return new Builder(nodes);
    }

    /** The arcs of all graphs, which must have the same nodes; without weights, unless it is only one. */
    public static Graph union(List<Graph> graphs) {
        if (graphs.size() == 1) {
            return graphs.get(0);
        }
        Builder union = builder(graphs.get(0).nodes());
        for (Graph graph : graphs) {
            if (union.size > REPEATED_ARCS) {
                union = builder(graph.nodes()).arcsOf(union.build());
            }
            union.arcsOf(graph);
        }
        return union.build();
    }

    public int nodes() {
        return targets.length;
    }

    /** Whom a node sends to, ascending. */
    public int[] targets(int node) {
        return targets[node].clone();
    }

    /** From whom a node receives, ascending; the same as the targets in an undirected graph. */
    public int[] sources(int node) {
        return sources[node].clone();
    }

    /** Number of sources. */
    public int degree(int node) {
        return sources[node].length;
    }

    /** Number of targets; the same as the degree in an undirected graph. */
    public int outDegree(int node) {
        return targets[node].length;
    }

    /** The largest number of sources that any node has. */
    public int maxDegree() {
        return maxDegree;
    }

    /** Number of arcs, that is of messages in a round; an undirected edge counts twice. */
    public int arcs() {
        int arcs = 0;
        for (int[] row : targets) {
            arcs += row.length;
        }
        return arcs;
    }

    public boolean hasArc(int from, int to) {
        return Arrays.binarySearch(targets[from], to) >= 0;
    }

    /** Whether every arc has its reverse. Says nothing of weights. */
    public boolean isSymmetric() {
        return symmetric;
    }

    /** Whether every node can reach every other along the arcs' directions. */
    public boolean isConnected() {
        Boolean known = connected;
        if (known == null) {
            known = firstNotReached(targets) < 0 && (symmetric || firstNotReached(sources) < 0);
            connected = known;
        }
        return known;
    }

    /** A node that node 0 cannot reach, or that cannot reach node 0; -1 if there is none. */
    int unreached() {
        int node = firstNotReached(targets);
        return node < 0 && !symmetric ? firstNotReached(sources) : node;
    }

    /** Whether the graph brings its own weights. */
    public boolean isWeighted() {
        return weights != null;
    }

    /**
     * The weight that the graph itself gives to the sender's model in the receiver's average; 0 without an arc.
     *
     * @throws IllegalStateException if the graph {@linkplain #isWeighted() brings no weights}
     */
    public float weight(int receiver, int sender) {
        if (weights == null) {
            throw new IllegalStateException("this graph brings no weights of its own");
        }
        int at = Arrays.binarySearch(sources[receiver], sender);
        return at < 0 ? 0 : weights[receiver][at];
    }

    private static int firstNotReached(int[][] next) {
        if (next.length == 0) {
            return -1;
        }
        boolean[] reached = new boolean[next.length];
        int[] queue = new int[next.length];
        int filled = 1;
        reached[0] = true;
        for (int done = 0; done < filled; done++) {
            for (int to : next[queue[done]]) {
                if (!reached[to]) {
                    reached[to] = true;
                    queue[filled++] = to;
                }
            }
        }
        for (int node = 0; node < reached.length; node++) {
            if (!reached[node]) {
                return node;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Graph graph && Arrays.deepEquals(targets, graph.targets) && Arrays.deepEquals(weights, graph.weights);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(targets) + Arrays.deepHashCode(weights);
    }

    /** "16 nodes, 40 edges" or "16 nodes, 64 arcs". */
    @Override
    public String toString() {
        return nodes() + " nodes, " + (symmetric ? arcs() / 2 + " edges" : arcs() + " arcs") + (weights != null ? ", weighted" : "");
    }

    /**
     * Collects edges in any order. Giving one twice is harmless, unless with another weight.
     *
     * <p>What comes from a user (a file, a configuration) is checked before it gets here; a wrong argument is a bug.
     */
    public static final class Builder {
        private final int nodes;
        private int[] from = new int[16];
        private int[] to = new int[16];
        private float[] weight = new float[16];
        private int size;
        private Boolean weighted;

        private Builder(int nodes) {
            if (nodes < 1) {
                throw new IllegalArgumentException("a graph needs at least one node, not " + nodes);
            }
            this.nodes = nodes;
        }

        /** Both directions. */
        public Builder edge(int a, int b) {
            return arc(a, b).arc(b, a);
        }

        /** Both directions, each with this weight. */
        public Builder edge(int a, int b, float weight) {
            return arc(a, b, weight).arc(b, a, weight);
        }

        /** One direction. */
        public Builder arc(int from, int to) {
            return add(from, to, Float.NaN, false);
        }

        /** One direction; {@code weight} is what the sender's model counts in the receiver's average. */
        public Builder arc(int from, int to, float weight) {
            return add(from, to, weight, true);
        }

        private Builder arcsOf(Graph graph) {
            for (int from = 0; from < graph.nodes(); from++) {
                for (int to : graph.targets[from]) {
                    arc(from, to);
                }
            }
            return this;
        }

        private Builder add(int from, int to, float weight, boolean hasWeight) {
            if (from < 0 || from >= nodes || to < 0 || to >= nodes || from == to) {
                throw new IllegalArgumentException("no edge " + from + " -> " + to + " in a graph of " + nodes + " nodes");
            }
            if (weighted != null && weighted != hasWeight) {
                throw new IllegalArgumentException("either all edges have weights or none; see " + from + " -> " + to);
            }
            weighted = hasWeight;
            if (size == this.from.length) {
                this.from = Arrays.copyOf(this.from, 2 * size);
                this.to = Arrays.copyOf(this.to, 2 * size);
                this.weight = Arrays.copyOf(this.weight, 2 * size);
            }
            this.from[size] = from;
            this.to[size] = to;
            this.weight[size++] = weight;
            return this;
        }

        public Graph build() {
            int[] bySource = sorted(from, identity());
            int[] byTargetThenSource = sorted(to, bySource);
            int[] bySourceThenTarget = sorted(from, sorted(to, identity()));
            int[][] sources = rows(to, from, byTargetThenSource);
            float[][] weights = weighted != null && weighted ? weights(byTargetThenSource, sources) : null;
            return new Graph(rows(from, to, bySourceThenTarget), sources, weights);
        }

        private int[] identity() {
            int[] order = new int[size];
            Arrays.setAll(order, i -> i);
            return order;
        }

        /** A stable counting sort, so that sorting by one end and then by the other gives ascending rows. */
        private int[] sorted(int[] key, int[] order) {
            int[] start = new int[nodes + 1];
            for (int arc : order) {
                start[key[arc] + 1]++;
            }
            for (int node = 0; node < nodes; node++) {
                start[node + 1] += start[node];
            }
            int[] result = new int[size];
            for (int arc : order) {
                result[start[key[arc]]++] = arc;
            }
            return result;
        }

        private int[][] rows(int[] row, int[] column, int[] order) {
            int[][] rows = new int[nodes][];
            int[] distinct = new int[nodes];
            int at = 0;
            for (int node = 0; node < nodes; node++) {
                int filled = 0;
                for (; at < size && row[order[at]] == node; at++) {
                    int other = column[order[at]];
                    if (filled == 0 || distinct[filled - 1] != other) {
                        distinct[filled++] = other;
                    }
                }
                rows[node] = Arrays.copyOf(distinct, filled);
            }
            return rows;
        }

        private float[][] weights(int[] order, int[][] sources) {
            float[][] rows = new float[nodes][];
            int at = 0;
            for (int node = 0; node < nodes; node++) {
                rows[node] = new float[sources[node].length];
                for (int i = 0; i < rows[node].length; i++) {
                    rows[node][i] = weight[order[at]];
                    for (; at < size && to[order[at]] == node && from[order[at]] == sources[node][i]; at++) {
                        if (weight[order[at]] != rows[node][i]) {
                            throw new IllegalArgumentException("two weights for " + from[order[at]] + " -> " + node + ": "
                                + rows[node][i] + " and " + weight[order[at]]);
                        }
                    }
                }
            }
            return rows;
        }
    }
}
