package io.starling.graph.file;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The formats of graph files. The first line of all of them is the number of nodes; ids count from 0; {@code #} starts
 * a comment.
 *
 * <pre>
 * edges            adjacency          weighted             timed
 *
 * 3                3                  3                    3
 * 0 1              1 2                # from to weight     # round from to weight
 * 1 2              0 2                0 1 0.5              0 0 1 0.5
 * 2 0              0 1                1 0 0.5              0 1 0 0.5
 *                                     …                    1 1 2 0.5 …
 * </pre>
 *
 * <p>{@code edges} and {@code adjacency} are DecentralizePy's, undirected. {@code weighted} and {@code timed} are
 * directed, one line for each direction; the weight is what the sender's model counts in the receiver's average.
 * {@code timed} starts again at its first round after its last.
 */
public enum GraphFormat {
    EDGES {
        @Override
        Topology read(GraphText text) {
            return EdgeList.read(text);
        }

        @Override
        String write(Topology topology, Weights weights, int rounds) {
            return EdgeList.write(topology);
        }
    },
    ADJACENCY {
        @Override
        Topology read(GraphText text) {
            return AdjacencyList.read(text);
        }

        @Override
        String write(Topology topology, Weights weights, int rounds) {
            return AdjacencyList.write(topology);
        }
    },
    WEIGHTED {
        @Override
        Topology read(GraphText text) {
            return WeightedEdges.read(text);
        }

        @Override
        String write(Topology topology, Weights weights, int rounds) {
            return WeightedEdges.write(topology, weights);
        }
    },
    TIMED {
        @Override
        Topology read(GraphText text) {
            return TimedEdges.read(text);
        }

        @Override
        String write(Topology topology, Weights weights, int rounds) {
            return TimedEdges.write(topology, weights, rounds);
        }
    };

    /** How files end that hold the same as {@link #TIMED} in Parquet; who reads files turns them into text. */
    public static final String TABLE_ENDING = ".parquet";

    /** Whether a file's name says that it is such a table; Spark writes them as folders, which may end with a slash. */
    public static boolean isTable(String file) {
        return file.replaceFirst("/+$", "").endsWith(TABLE_ENDING);
    }

    abstract Topology read(GraphText text);

    abstract String write(Topology topology, Weights weights, int rounds);

    /** As in the configuration: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The format of a name. */
    public static GraphFormat of(String label) {
        return Arrays.stream(values()).filter(format -> format.label().equals(label)).findFirst()
            .orElseThrow(() -> new UserError("graph.format = " + label + " is not known; there are: " + labels() + "."));
    }

    /** The format that a file's name says by its ending, such as {@code .edges}; null if it says none. */
    public static GraphFormat ofName(String file) {
        return isTable(file) ? TIMED : Arrays.stream(values()).filter(format -> file.endsWith("." + format.label())).findFirst().orElse(null);
    }

    static String labels() {
        return String.join(", ", Arrays.stream(values()).map(GraphFormat::label).toList());
    }

    /** The format that a text must be in, by its ending or by the shape of its lines. */
    static GraphFormat guess(GraphText text) {
        GraphFormat named = ofName(text.name());
        if (named != null) {
            return named;
        }
        List<GraphText.Line> lines = text.linesNotEmpty();
        if (!lines.isEmpty() && lines.stream().anyMatch(line -> !line.isNumbers())) {
            return lines.get(0).fields().length == 4 ? TIMED : WEIGHTED;
        }
        if (lines.stream().anyMatch(line -> line.fields().length != 2)) {
            return ADJACENCY;
        }
        Graph edges = connected(EDGES, text);
        Graph adjacency = connected(ADJACENCY, text);
        if (edges != null && adjacency != null && !edges.equals(adjacency)) {
            throw new UserError(text.name() + " can be read as an edge list and as an adjacency list, which are different graphs; "
                + "set graph.format = edges or graph.format = adjacency.");
        }
        return adjacency != null ? ADJACENCY : EDGES;
    }

    /** The graph, if the text can be read so and the result could be used. */
    private static Graph connected(GraphFormat format, GraphText text) {
        try {
            Graph graph = format.read(text).at(0);
            return graph.isConnected() ? graph : null;
        } catch (UserError notThisFormat) {
            return null;
        }
    }
}
