package io.starling.launcher;

import io.starling.spark.data.Datasets;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling data convert}: any format into Starling's own Parquet layout. */
@Command(name = "convert", mixinStandardHelpOptions = true, description = "Writes a data set as Parquet, for dataset.kind = parquet (docs/data.md).",
    footer = {"", "Example: starling data convert --from leaf hdfs:///leaf/femnist --to hdfs:///femnist --set dataset.leaf.task=femnist"})
final class DataConvertCommand implements Callable<Integer> {
    @Parameters(paramLabel = "IN", description = "File, folder or pattern, on any Hadoop file system.")
    private String in;

    @Option(names = "--from", paramLabel = "FORMAT", description = "The format, as dataset.kind; recognised by the names of the files if not given.")
    private String kind;

    @Option(names = "--to", paramLabel = "OUT", required = true, description = "A new folder, on any Hadoop file system.")
    private String out;

    @Option(names = "--set", paramLabel = "key=value", description = "A configuration value, such as dataset.leaf.task=femnist; may be repeated.")
    private List<String> assignments = List.of();

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            Datasets.convert(session, Datasets.open(session, DataInspectCommand.settings(session, in, kind, assignments)), out);
        }
        System.out.println("Written. Use it with dataset { kind = parquet, path = \"" + out + "\" }.");
        return 0;
    }
}
