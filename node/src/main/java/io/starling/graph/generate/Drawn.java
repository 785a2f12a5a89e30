package io.starling.graph.generate;

import io.starling.graph.Graph;
import org.jgrapht.generate.GraphGenerator;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleGraph;
import org.jgrapht.util.SupplierUtil;

/** A graph made by one of JGraphT's generators. */
final class Drawn {
    private Drawn() {
    }

    static Graph from(GraphGenerator<Integer, DefaultEdge, Integer> generator) {
        var drawn = new SimpleGraph<>(SupplierUtil.createIntegerSupplier(), SupplierUtil.createDefaultEdgeSupplier(), false);
        generator.generateGraph(drawn);
        Graph.Builder graph = Graph.builder(drawn.vertexSet().size());
        for (DefaultEdge edge : drawn.edgeSet()) {
            graph.edge(drawn.getEdgeSource(edge), drawn.getEdgeTarget(edge));
        }
        return graph.build();
    }
}
