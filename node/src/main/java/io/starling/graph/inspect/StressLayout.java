package io.starling.graph.inspect;

import io.starling.graph.Graph;
import io.starling.random.KeyedRandom;

/**
 * Places nodes in the plane so that distances on paper are as near as can be to distances in hops: a grid looks like a
 * grid, a tree like a tree.
 *
 * <p>Starts from classical scaling (the two main axes of the distances), then lowers the stress
 * Σ (|X_i − X_j| − d_ij)² / d_ij² by majorization. Costs nodes² a step.
 *
 * @see <a href="https://doi.org/10.1007/978-3-540-31843-9_25">Gansner, Koren, North: Graph drawing by stress majorization,
 *     Graph Drawing 2004</a>
 */
final class StressLayout {
    /** Of nodes² each: many for small graphs, where they make straight what is straight. */
    private static final int MAX_STEPS = 2000;
    private static final int MIN_STEPS = 100;
    private static final double EFFORT = 2e7;
    private static final int POWER_STEPS = 60;

    private final double[][] distances;
    private final int nodes;

    private StressLayout(Graph graph) {
        this.nodes = graph.nodes();
        this.distances = distances(graph);
    }

    /** positions[node] = {x, y}, in no particular scale. */
    static double[][] of(Graph graph) {
        return new StressLayout(graph).positions();
    }

    private double[][] positions() {
        double[][] axes = {axis(0, null), null};
        axes[1] = axis(1, axes[0]);
        double[][] positions = new double[nodes][];
        for (int node = 0; node < nodes; node++) {
            positions[node] = new double[] {axes[0][node], axes[1][node]};
        }
        int steps = (int) Math.max(MIN_STEPS, Math.min(MAX_STEPS, EFFORT / ((double) nodes * nodes)));
        for (int step = 0; step < steps; step++) {
            for (int node = 0; node < nodes; node++) {
                positions[node] = pulled(positions, node);
            }
        }
        return positions;
    }

    /** Where the others would have a node: at its distance from each, in the direction in which it is now. */
    private double[] pulled(double[][] positions, int node) {
        double x = 0;
        double y = 0;
        double total = 0;
        for (int other = 0; other < nodes; other++) {
            if (other != node) {
                double wanted = distances[node][other];
                double dx = positions[node][0] - positions[other][0];
                double dy = positions[node][1] - positions[other][1];
                double now = Math.max(1e-9, Math.hypot(dx, dy));
                double weight = 1 / (wanted * wanted);
                x += weight * (positions[other][0] + wanted * dx / now);
                y += weight * (positions[other][1] + wanted * dy / now);
                total += weight;
            }
        }
        return total == 0 ? positions[node] : new double[] {x / total, y / total};
    }

    /**
     * A main axis of the distances: an eigenvector of −½ D², centred, times the root of its eigenvalue, by power iteration
     * off the axis before. Distances along a line have one axis only; the other is then almost nothing.
     */
    private double[] axis(int number, double[] before) {
        KeyedRandom random = KeyedRandom.of(number, "graph.picture");
        double[] axis = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            axis[i] = random.nextGaussian();
        }
        double eigenvalue = 0;
        for (int step = 0; step < POWER_STEPS; step++) {
            centre(axis);
            scale(axis, 1 / Math.max(1e-12, Math.sqrt(dot(axis, axis))));
            double[] next = new double[nodes];
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    next[i] -= distances[i][j] * distances[i][j] * axis[j] / 2;
                }
            }
            centre(next);
            if (before != null) {
                subtractAlong(next, before);
            }
            eigenvalue = dot(axis, next);
            axis = next;
        }
        scale(axis, Math.sqrt(Math.max(1e-3, eigenvalue)) / Math.max(1e-12, Math.sqrt(dot(axis, axis))));
        return axis;
    }

    private static void scale(double[] x, double factor) {
        for (int i = 0; i < x.length; i++) {
            x[i] *= factor;
        }
    }

    private static void subtractAlong(double[] x, double[] direction) {
        double along = dot(x, direction) / Math.max(1e-12, dot(direction, direction));
        for (int i = 0; i < x.length; i++) {
            x[i] -= along * direction[i];
        }
    }

    private static void centre(double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += value;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] -= sum / x.length;
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Hops either way, the shorter; unreachable nodes a little further than the furthest. */
    private static double[][] distances(Graph graph) {
        int[][] hops = Diameter.all(graph);
        int furthest = 1;
        for (int[] row : hops) {
            for (int hop : row) {
                furthest = Math.max(furthest, hop);
            }
        }
        double[][] distances = new double[hops.length][hops.length];
        for (int a = 0; a < hops.length; a++) {
            for (int b = 0; b < hops.length; b++) {
                int there = hops[a][b] < 0 ? furthest + 1 : hops[a][b];
                int back = hops[b][a] < 0 ? furthest + 1 : hops[b][a];
                distances[a][b] = Math.min(there, back);
            }
        }
        return distances;
    }
}
