package io.starling.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.config.Experiment;
import io.starling.spark.SparkKeys;
import io.starling.spark.baseline.Baseline;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.data.Datasets;
import io.starling.spark.data.UserErrors;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling baseline}: what Spark's own MLlib, or DL4J on Spark, makes of an experiment's data. */
@Command(name = "baseline", mixinStandardHelpOptions = true,
    description = "Trains MLlib, or DL4J's parameter averaging, on all data of an experiment together, to compare a run with; the keys baseline.* say how.",
    footer = {"", "Example: starling baseline conf/quickstart.conf --set baseline.algorithm=perceptron",
        "         starling baseline conf/quickstart.conf --set baseline.algorithm=dl4j"})
final class BaselineCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONF", description = "The experiment's configuration.")
    private Path conf;

    @Option(names = "--master", paramLabel = "M", description = "Spark master; without it, all cores of this machine (or what spark-submit says).")
    private String master;

    @Option(names = "--set", paramLabel = "key=value", description = "Overrides a configuration value; may be repeated.")
    private List<String> assignments = List.of();

    @Option(names = "--json", description = "Prints one JSON object to standard output.")
    private boolean json;

    @Override
    public Integer call() throws JsonProcessingException {
        Experiment experiment = Experiment.load(conf, assignments);
        String where = master != null || Sessions.isSubmitted() ? master : "local[*]";
        try (SparkSession session = Sessions.open("starling baseline", where, experiment.get(SparkKeys.CONF), List.of())) {
            DatasetParts dataset = UserErrors.unwrapped(() -> DatasetParts.of(Datasets.open(session, experiment), experiment));
            Baseline.Outcome outcome = Baseline.of(session, experiment, dataset).run();
            System.out.println(json ? new ObjectMapper().writeValueAsString(outcome) : text(outcome));
        }
        return 0;
    }

    private static String text(Baseline.Outcome outcome) {
        String how = outcome.rmse() != null ? String.format(Locale.ROOT, "RMSE %.4f", outcome.rmse())
            : String.format(Locale.ROOT, "accuracy %.2f %%, loss %.4f", outcome.accuracyPercent(), outcome.loss());
        return String.format(Locale.ROOT, "Baseline %s: %s on %,d test samples, after training on %,d for %.1f s",
            outcome.algorithm(), how, outcome.testSamples(), outcome.trainSamples(), outcome.trainSeconds());
    }
}
