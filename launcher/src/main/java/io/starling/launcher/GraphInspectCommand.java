package io.starling.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.config.UserError;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.graph.file.GraphFormat;
import io.starling.graph.inspect.GraphDiagnostics;
import io.starling.spark.graph.GraphFiles;
import io.starling.spark.graph.GraphTable;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling graph inspect}: what graphs will do, before training on them. */
@Command(name = "inspect", mixinStandardHelpOptions = true,
    description = "Tells of graphs, by family or from files, how connected they are, how fast nodes agree on them and what a round costs.")
final class GraphInspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|KIND", arity = "1..*", description = "Graph files on any Hadoop file system (with a slash, or an ending such as .edges or "
        + ".parquet), or families as in "
        + "graph.kind, which need --nodes.")
    private List<String> graphs;

    @Mixin
    private GraphOptions options;

    @Option(names = "--epsilon", paramLabel = "E", defaultValue = "0.001",
        description = "Nodes count as agreed when this fraction of their disagreement is left; default ${DEFAULT-VALUE}.")
    private double epsilon;

    @Option(names = "--parameters", paramLabel = "P", defaultValue = "89834",
        description = "Parameters of the model, four bytes each; default ${DEFAULT-VALUE}, those of GN-LeNet.")
    private long parameters;

    @Option(names = "--json", description = "One JSON object for each graph, on a line.")
    private boolean json;

    @Override
    public Integer call() {
        if (!(epsilon > 0 && epsilon < 1)) {
            throw new UserError("--epsilon " + epsilon + " is not allowed: it must be more than 0 and less than 1.");
        }
        if (parameters < 1) {
            throw new UserError("--parameters " + parameters + " is not allowed: it must be at least 1.");
        }
        if (options.wantsPicture() && graphs.size() > 1) {
            throw new UserError("--picture draws one graph, but " + graphs.size() + " are named; inspect them one by one.");
        }
        for (String name : graphs) {
            Topology topology = GraphFile.isPath(name) ? read(name) : options.topology(name);
            GraphDiagnostics diagnostics = GraphDiagnostics.of(topology, options.weights(), epsilon, 4 * parameters);
            System.out.println(json ? json(name, diagnostics) : name + "\n" + diagnostics.text().indent(2));
            if (options.wantsPicture()) {
                options.draw(topology, name);
            }
        }
        return 0;
    }

    /** Not refused if it is unconnected: that is what one wants to know here. */
    private static Topology read(String file) {
        if (!GraphFormat.isTable(file)) {
            return GraphFile.read(file, GraphFiles.text(file, new Configuration()), GraphFile.AUTO, 0);
        }
        try (SparkSession session = Sessions.forReading()) {
            return GraphFile.read(file, GraphTable.read(session, file), GraphFile.AUTO, 0);
        }
    }

    private static String json(String name, GraphDiagnostics diagnostics) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode object = mapper.createObjectNode().put("graph", name);
        object.setAll((ObjectNode) mapper.valueToTree(diagnostics));
        object.put("spectralGap", diagnostics.spectralGap());
        object.put("spectralGapPerRound", diagnostics.spectralGapPerRound());
        object.put("bytesPerRound", diagnostics.bytesPerRound());
        try {
            return mapper.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
