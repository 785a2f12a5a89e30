package io.starling.launcher;

import io.starling.config.Modules;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.graph.file.GraphFormat;
import io.starling.spark.graph.GraphFiles;
import io.starling.spark.graph.GraphTable;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling graph}: writes a graph of some family to a file. */
@Command(name = "graph", mixinStandardHelpOptions = true, subcommands = GraphInspectCommand.class,
    description = "Makes a graph and writes it to a file that graph.file can name; `starling graph inspect` tells what a graph will do.",
    footer = {"", "Examples:", "  starling graph regular --nodes 64 --degree 5 --seed 7 -o conf/64.edges --picture 64.svg",
        "  starling graph inspect ring regular base --nodes 64", "", "Families: see `starling config`, graph.kind."})
final class GraphCommand implements Callable<Integer> {
    @Parameters(paramLabel = "KIND", arity = "0..1", description = "The family, as in graph.kind.")
    private String kind;

    @Mixin
    private GraphOptions options;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "Where to write it, on any Hadoop file system; without it, to "
        + "standard output. A name that ends with .parquet makes a table with the columns round, src, dst, weight.")
    private String output;

    @Option(names = "--format", paramLabel = "F",
        description = "edges, adjacency, weighted or timed; without it, what the file's ending says, or the simplest that holds the graph.")
    private String format;

    @Option(names = "--rounds", paramLabel = "R", defaultValue = "100",
        description = "How many rounds to write of a graph that never repeats; default ${DEFAULT-VALUE}.")
    private int rounds;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        if (kind == null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "Which family of graphs? There are: "
                + String.join(", ", Modules.all(Topology.Factory.class).stream().map(Topology.Factory::name).toList()));
        }
        Topology topology = options.topology(kind);
        if (output != null) {
            write(topology);
            System.err.println("written: " + output);
        } else if (!options.wantsPicture()) {
            System.out.print(GraphFile.write(topology, options.weights(), format(topology), rounds));
        }
        if (options.wantsPicture()) {
            options.draw(topology, kind);
        }
        return 0;
    }

    private void write(Topology topology) {
        if (GraphFormat.isTable(output)) {
            try (SparkSession session = Sessions.forReading()) {
                GraphTable.write(session, topology, options.weights(), rounds, output);
            }
        } else {
            GraphFiles.write(topology, options.weights(), format(topology), rounds, output, new Configuration());
        }
    }

    private GraphFormat format(Topology topology) {
        if (format != null) {
            return GraphFormat.of(format);
        }
        GraphFormat byEnding = output == null ? null : GraphFormat.ofName(output);
        return byEnding != null ? byEnding : GraphFile.simplestFormat(topology);
    }
}
