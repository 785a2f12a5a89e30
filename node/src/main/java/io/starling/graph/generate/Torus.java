package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.util.List;

/** A {@link Grid} whose rows and columns are closed to rings. */
public final class Torus implements Topology.Factory {
    @Override
    public String name() {
        return "torus";
    }

    @Override
    public String doc() {
        return "graph.rows rows of nodes as in a grid, the last of each row and column with the first.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(Grid.ROWS);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int rows = Grid.rows(settings, nodes);
        int columns = nodes / rows;
        Graph.Builder graph = Graph.builder(nodes);
        for (int node = 0; node < nodes; node++) {
            int row = node / columns;
            if (columns > 1) {
                graph.edge(node, row * columns + (node + 1) % columns);
            }
            if (rows > 1) {
                graph.edge(node, (node + columns) % nodes);
            }
        }
        return Topology.of(graph.build());
    }
}
