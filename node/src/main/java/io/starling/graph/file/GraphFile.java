package io.starling.graph.file;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import java.util.List;
import java.util.function.UnaryOperator;

/** The graph that stands in a file, in one of the {@linkplain GraphFormat formats}. */
public final class GraphFile implements Topology.Factory {
    public static final String AUTO = "auto";
    public static final Key<String> FORMAT = Key.string("graph.format").oneOf(AUTO, "edges", "adjacency", "weighted", "timed").orElse(AUTO)
        .doc("How graph.file is written; auto tells by the file's ending, such as .edges, or else by its lines.");

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String doc() {
        return "The graph in graph.file.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.FILE, FORMAT);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        throw new UnsupportedOperationException("a graph file needs somebody to read it");
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed, UnaryOperator<String> files) {
        if (!settings.has(GraphKeys.FILE)) {
            throw new UserError("graph.kind = file needs graph.file, the path of the graph; set it, or choose another graph.kind.");
        }
        String path = settings.get(GraphKeys.FILE);
        return read(path, files.apply(path), settings.get(FORMAT), nodes);
    }

    /** Whether a word is the path of a graph file, and not the name of a family: it has a slash, or a format's ending. */
    public static boolean isPath(String word) {
        return word.contains("/") || GraphFormat.ofName(word) != null;
    }

    /**
     * The topology that a text describes.
     *
     * @param name   of the file, for errors and for its ending
     * @param format a format's label, or {@value #AUTO}
     * @param nodes  how many nodes it must have, or 0 to take what the file says
     */
    public static Topology read(String name, String text, String format, int nodes) {
        GraphText lines = new GraphText(name, text, nodes);
        return (format.equals(AUTO) ? GraphFormat.guess(lines) : GraphFormat.of(format)).read(lines);
    }

    /** The simplest format that can hold a topology with all that is in it. */
    public static GraphFormat simplestFormat(Topology topology) {
        if (!topology.isStatic()) {
            return GraphFormat.TIMED;
        }
        return topology.at(0).isSymmetric() && !topology.at(0).isWeighted() ? GraphFormat.EDGES : GraphFormat.WEIGHTED;
    }

    /**
     * The text of a file that {@link #read} gives back as the same topology.
     *
     * @param weights for the formats with weights
     * @param rounds  how many rounds to write of a topology that never repeats
     */
    public static String write(Topology topology, Weights weights, GraphFormat format, int rounds) {
        return format.write(topology, weights, topology.period() > 0 ? topology.period() : rounds);
    }
}
