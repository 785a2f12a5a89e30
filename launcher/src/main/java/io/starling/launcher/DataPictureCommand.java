package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.spark.results.LabelPicture;
import io.starling.spark.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling data picture}: how a run's data was divided. */
@Command(name = "picture", mixinStandardHelpOptions = true, description = "Draws how many samples of each label each node of a run has.")
final class DataPictureCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Folder of a run; any Hadoop file system.")
    private String folder;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, description = "The picture, in SVG.")
    private Path output;

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            Files.writeString(output, LabelPicture.of(Results.open(session, List.of(folder))));
        } catch (IOException e) {
            throw new UserError(output + " cannot be written: " + e.getMessage(), e);
        }
        return 0;
    }
}
