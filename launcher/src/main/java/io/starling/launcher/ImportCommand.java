package io.starling.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.config.UserError;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.spark.decentralizepy.Driver;
import io.starling.spark.decentralizepy.IniImport;
import io.starling.spark.graph.GraphFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling import}: experiments of DecentralizePy. */
@Command(name = "import", mixinStandardHelpOptions = true,
    description = "Turns a configuration of DecentralizePy (INI file, graph file, command line) into one of ours, and says what could not be taken over.",
    footer = {"", "Examples:", "  starling import config.ini --graph 96_regular.edges --iterations 1000 --test-after 20 -o experiment.conf",
        "  starling import config.ini --graph g.edges --args logs/args.json -o experiment.conf",
        "  starling import config_EL.ini --driver testingEL_Local --nodes 16 -o experiment.conf"})
final class ImportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "INI", description = "The configuration.")
    private Path ini;

    @Option(names = {"-gf", "--graph"}, paramLabel = "FILE", description = "The graph file, on any Hadoop file system; not for drivers that make their own graphs.")
    private String graph;

    @Option(names = {"-gt", "--graph-type"}, paramLabel = "T", defaultValue = "edges", description = "edges or adjacency; default ${DEFAULT-VALUE}.")
    private String graphType;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", description = "How many nodes; without it, as many as the graph has.")
    private Integer nodes;

    @Option(names = "--driver", paramLabel = "SCRIPT", defaultValue = "testing",
        description = "By which script DecentralizePy was started, such as testingPeerSamplerDynamic or testingEL_Local; default ${DEFAULT-VALUE}.")
    private String driver;

    @Option(names = "--args", paramLabel = "FILE", description = "The args.json that DecentralizePy leaves in its log folder; the options below win.")
    private Path argumentsFile;

    @Option(names = {"-is", "--iterations"}, paramLabel = "R", description = "Rounds; DecentralizePy's default is 1.")
    private Integer iterations;

    @Option(names = {"-ta", "--test-after"}, paramLabel = "R", description = "Rounds between evaluations; DecentralizePy's default is 5.")
    private Integer testAfter;

    @Option(names = {"-tea", "--train-evaluate-after"}, paramLabel = "R", description = "Rounds between evaluations on training samples.")
    private Integer trainEvaluateAfter;

    @Option(names = {"-ro", "--reset-optimizer"}, paramLabel = "0|1", description = "Whether the optimizer forgets its momentum in every round; DecentralizePy's default is 1.")
    private Integer resetOptimizer;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where to write the configuration; without it, to standard output.")
    private Path output;

    @Override
    public Integer call() {
        Driver started = Driver.of(driver);
        if (!List.of("edges", "adjacency").contains(graphType)) {
            throw new UserError("--graph-type " + graphType + " is not allowed: it must be edges or adjacency.");
        }
        int count = nodes(started);
        IniImport.Imported imported = IniImport.run(read(ini), new IniImport.CommandLine(name(), count, graph, graphType.equals("adjacency"), started, arguments()));
        if (output == null) {
            System.out.print(imported.hocon());
        } else {
            GraphOptions.write(output, imported.hocon());
        }
        say("not taken over", imported.left());
        say("taken over, but not quite the same", imported.changed());
        return 0;
    }

    private static void say(String head, List<IniImport.Remark> remarks) {
        if (!remarks.isEmpty()) {
            System.err.println(head + ":");
            remarks.forEach(remark -> System.err.println("  " + remark));
        }
    }

    /** Checks the graph on the way, as a run would. */
    private int nodes(Driver started) {
        if (started.graph() != null) {
            if (nodes == null) {
                throw new UserError("How many nodes? --driver " + driver + " makes its own graphs, so give --nodes.");
            }
            return nodes;
        }
        if (graph == null) {
            throw new UserError("Which graph? Give --graph, the file that DecentralizePy was given with --graph_file.");
        }
        Topology topology = GraphFile.read(graph, GraphFiles.text(graph, new Configuration()), graphType, 0);
        if (nodes != null && nodes != topology.nodes()) {
            throw new UserError("--nodes " + nodes + ", but the graph " + graph + " has " + topology.nodes() + " nodes; make the two equal.");
        }
        return topology.nodes();
    }

    /** The INI file's, as far as it can be an experiment's. */
    private String name() {
        String name = ini.getFileName().toString().replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9_.-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return name.isEmpty() ? "imported" : name.substring(0, Math.min(80, name.length()));
    }

    private Map<String, String> arguments() {
        Map<String, String> arguments = new TreeMap<>();
        if (argumentsFile != null) {
            try {
                JsonNode given = new ObjectMapper().readTree(read(argumentsFile));
                given.fields().forEachRemaining(argument -> arguments.put(argument.getKey(), argument.getValue().asText()));
            } catch (IOException e) {
                throw new UserError("--args " + argumentsFile + " is not JSON: " + e.getMessage().lines().findFirst().orElse(""), e);
            }
        }
        put(arguments, "iterations", iterations);
        put(arguments, "test_after", testAfter);
        put(arguments, "train_evaluate_after", trainEvaluateAfter);
        put(arguments, "reset_optimizer", resetOptimizer);
        return arguments;
    }

    private static void put(Map<String, String> arguments, String name, Integer value) {
        if (value != null) {
            arguments.put(name, value.toString());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UserError("The file " + file + " cannot be read: " + e + "; correct the path.", e);
        }
    }
}
