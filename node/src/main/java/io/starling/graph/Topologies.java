package io.starling.graph;

import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The topology and the weights that a configuration asks for, checked before any node starts. */
public final class Topologies {
    /** A longer period, as graphs in turn can have, is not gone through before a run. */
    private static final int MAX_ROUNDS_CHECKED = 10_000;

    private Topologies() {
    }

    /** The topology chosen by {@code graph.kind}; files are read from this machine. */
    public static Topology create(Settings settings, int nodes, long seed) {
        return create(settings, nodes, seed, Topologies::localText);
    }

    /**
     * The topology chosen by {@code graph.kind}.
     *
     * @param files path → text, for the families that read a file: on a cluster the driver reads it once, from any file
     *              system, and ships the text
     */
    public static Topology create(Settings settings, int nodes, long seed, UnaryOperator<String> files) {
        if (nodes < 1) {
            throw new UserError("nodes = " + nodes + " is not allowed: it must be at least 1.");
        }
        String kind = settings.get(GraphKeys.KIND);
        Topology topology = Modules.find(Topology.Factory.class, GraphKeys.KIND, kind).create(settings, nodes, seed, files);
        if (topology.nodes() != nodes) {
            throw new UserError("graph.kind = " + kind + " has " + topology.nodes() + " nodes, but nodes = " + nodes
                + "; make the two equal.");
        }
        String what = "graph.kind = " + kind + (kind.equals("file") ? " (" + settings.get(GraphKeys.FILE) + ")" : "");
        checkConnected(what, topology);
        checkWeights(settings, what, topology);
        return topology.period() > 0 ? topology : new Remembered(topology);
    }

    /** The weights chosen by {@code graph.weights}. */
    public static Weights weights(Settings settings) {
        return Modules.find(Weights.Factory.class, GraphKeys.WEIGHTS, settings.get(GraphKeys.WEIGHTS)).create(settings);
    }

    /** Over a period every node must hear, at least through others, from every other; else there is no common model. */
    private static void checkConnected(String what, Topology topology) {
        if (topology.period() == 0 || topology.period() > MAX_ROUNDS_CHECKED) {
            return;
        }
        Graph all = Graph.union(IntStream.range(0, topology.period()).mapToObj(topology::at).toList());
        if (!all.isConnected()) {
            throw new UserError(what + " is not connected: there is no way between node 0 and node " + all.unreached()
                + (topology.isStatic() ? "" : ", in none of the " + topology.period() + " rounds of its period")
                + ", so they would never learn from each other; add edges, or choose another graph.kind.");
        }
    }

    private static void checkWeights(Settings settings, String what, Topology topology) {
        if (settings.get(GraphKeys.WEIGHTS).equals("given")) {
            for (int round = 0; round < Math.max(1, Math.min(topology.period(), MAX_ROUNDS_CHECKED)); round++) {
                Graph graph = topology.at(round);
                if (graph.arcs() > 0 && !graph.isWeighted()) {
                    throw new UserError("graph.weights = given, but " + what + " brings no weights; set graph.weights = auto, or "
                        + "give a file with weights.");
                }
            }
        }
    }

    private static String localText(String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (NoSuchFileException e) {
            throw new UserError("The file " + path + " of section graph does not exist; correct the path, or write a graph to it with: "
                + "starling graph KIND --nodes N -o " + path, e);
        } catch (MalformedInputException e) {
            throw new UserError("The file " + path + " of section graph is not text, but something else.", e);
        } catch (IOException e) {
            throw new UserError("The file " + path + " of section graph cannot be read: " + e, e);
        }
    }
}
