package io.starling.graph.inspect;

import io.starling.graph.Graph;
import java.util.Arrays;

/** The distances between nodes, in hops, by a breadth-first search from each. */
final class Diameter {
    private Diameter() {
    }

    /** The longest of all shortest ways, or -1 if some node cannot be reached. */
    static int of(Graph graph) {
        int[][] targets = targets(graph);
        int diameter = 0;
        int[] hops = new int[graph.nodes()];
        int[] queue = new int[graph.nodes()];
        for (int node = 0; node < graph.nodes(); node++) {
            int reached = search(targets, node, hops, queue);
            if (reached < graph.nodes()) {
                return -1;
            }
            diameter = Math.max(diameter, hops[queue[reached - 1]]);
        }
        return diameter;
    }

    /** hops[a][b], -1 where there is no way. */
    static int[][] all(Graph graph) {
        int[][] targets = targets(graph);
        int[][] hops = new int[graph.nodes()][graph.nodes()];
        int[] queue = new int[graph.nodes()];
        for (int node = 0; node < graph.nodes(); node++) {
            search(targets, node, hops[node], queue);
        }
        return hops;
    }

    private static int[][] targets(Graph graph) {
        int[][] targets = new int[graph.nodes()][];
        Arrays.setAll(targets, graph::targets);
        return targets;
    }

    /** Fills in the hops from a node, the queue in order of distance, and returns how many nodes were reached. */
    private static int search(int[][] targets, int from, int[] hops, int[] queue) {
        Arrays.fill(hops, -1);
        hops[from] = 0;
        queue[0] = from;
        int reached = 1;
        for (int done = 0; done < reached && reached < targets.length; done++) {
            for (int to : targets[queue[done]]) {
                if (hops[to] < 0) {
                    hops[to] = hops[queue[done]] + 1;
                    queue[reached++] = to;
                }
            }
        }
        return reached;
    }
}
