package io.starling.graph;

import io.starling.config.Key;
import java.util.List;

/** The configuration keys of section {@code graph} that belong to no family in particular, or to several. */
public final class GraphKeys {
    public static final Key<String> KIND = Key.string("graph.kind").orElse("regular")
        .doc("Who sends to whom: a family of graphs by name, or file.");
    public static final Key<String> WEIGHTS = Key.string("graph.weights").orElse("auto")
        .doc("How much a neighbour's model counts in a node's average.");
    public static final Key<Integer> DEGREE = Key.integer("graph.degree").atLeast(1).orElse(5)
        .doc("Neighbours of every node, in the families that let one choose.");

    public static final Key<String> FILE = Key.string("graph.file").optional()
        .doc("Path of the graph for graph.kind = file; on a cluster any Hadoop file system's.");

    private GraphKeys() {
    }

    /** The keys that are there whatever the family. */
    public static List<Key<?>> all() {
        return List.of(KIND, WEIGHTS);
    }
}
