package io.starling.launcher;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.graph.inspect.GraphPicture;
import io.starling.node.RunKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say which graph is meant; each is a shorthand for a configuration key. */
final class GraphOptions {
    @Option(names = {"-n", "--nodes"}, paramLabel = "N", description = "How many nodes.")
    private Integer nodes;

    @Option(names = {"-d", "--degree"}, paramLabel = "D", description = "Neighbours of a node, where the family lets one choose (graph.degree).")
    private Integer degree;

    @Option(names = {"-s", "--seed"}, paramLabel = "S", defaultValue = "1", description = "For random graphs; default ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--weights", paramLabel = "W", description = "How much neighbours count (graph.weights).")
    private String weights;

    @Option(names = "--set", paramLabel = "key=value", description = "Any other key of section graph, such as graph.rows=4; may be repeated.")
    private List<String> assignments = List.of();

    @Option(names = "--jars", paramLabel = "JAR", split = ",", description = "Jars with families of graphs of your own.")
    private List<Path> jars = List.of();

    @Option(names = "--picture", paramLabel = "SVG", description = "Also draws the graph.")
    private Path picture;

    /** The topology of a family, as a run with these settings would have it. */
    Topology topology(String kind) {
        if (nodes == null) {
            throw new UserError("How many nodes? Give --nodes, for instance: starling graph " + kind + " --nodes 16");
        }
        Experiment experiment = experiment(List.of(GraphKeys.KIND + "=" + kind, RunKeys.NODES + "=" + nodes));
        return Topologies.create(experiment, nodes, seed);
    }

    Weights weights() {
        return Topologies.weights(experiment(List.of()));
    }

    private Experiment experiment(List<String> more) {
        if (!jars.isEmpty()) {
            Sessions.useJars(jars);
        }
        List<String> all = new ArrayList<>(assignments);
        all.addAll(more);
        if (degree != null) {
            all.add(GraphKeys.DEGREE + "=" + degree);
        }
        if (weights != null) {
            all.add(GraphKeys.WEIGHTS + "=" + weights);
        }
        return Experiment.parse("", all);
    }

    boolean wantsPicture() {
        return picture != null;
    }

    void draw(Topology topology, String title) {
        write(picture, GraphPicture.svg(topology, title));
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UserError("The file " + file + " cannot be written: " + e + "; choose a folder that exists and can be written to.", e);
        }
        System.err.println("written: " + file);
    }
}
