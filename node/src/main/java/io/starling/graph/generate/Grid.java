package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.util.List;

/** Nodes in rows and columns, each with the one above, below, left and right of it. */
public final class Grid implements Topology.Factory {
    public static final Key<Integer> ROWS = Key.integer("graph.rows").atLeast(1).optional()
        .doc("Rows of a grid or torus; unless given, as near to a square as the number of nodes allows.");

    @Override
    public String name() {
        return "grid";
    }

    @Override
    public String doc() {
        return "graph.rows rows of nodes, each with those above, below, left and right.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ROWS);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int columns = nodes / rows(settings, nodes);
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes; node++) {
            if ((node + 1) % columns != 0) {
                graph.edge(node, node + 1);
            }
            if (node + columns < nodes) {
                graph.edge(node, node + columns);
            }
        }
        return Topology.of(graph.build());
    }

    /** The configured rows, or the largest divisor up to the square root. */
    static int rows(Settings settings, int nodes) {
        if (!settings.has(ROWS)) {
            int rows = (int) Math.sqrt(nodes);
            while (nodes % rows != 0) {
                rows--;
            }
            return rows;
        }
        int rows = settings.get(ROWS);
        if (nodes % rows != 0) {
            throw new UserError("graph.rows = " + rows + " with nodes = " + nodes + ": the rows must be of equal length; set graph.rows to "
                + "a divisor of " + nodes + ", or nodes to " + Math.max(1, nodes / rows) * rows + ".");
        }
        return rows;
    }
}
