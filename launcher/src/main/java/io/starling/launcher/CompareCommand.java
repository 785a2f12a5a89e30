package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.spark.report.Comparison;
import io.starling.spark.report.Metric;
import io.starling.spark.report.RunTables;
import io.starling.spark.results.Results;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling compare}: whether configurations differ, tested by runs with the same seeds. */
@Command(name = "compare", mixinStandardHelpOptions = true, description = "Compares configurations by their finished runs, in pairs with the same seed.",
    footer = {"", "Runs that differ by their seed only are one configuration; all are compared with that of the first run given.",
        "", "Example: starling compare build/results/full-* build/results/jwins-*"})
final class CompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Folder of a run, or one that holds such folders; any Hadoop file system.")
    private List<String> folders;

    @Option(names = "--metric", paramLabel = "M", description = "By what, as columns of `starling report --csv` are called: test_accuracy_percent, test_loss, "
        + "averaged_accuracy_percent, …; without it the validation set's accuracy if all runs have it, else the test set's.")
    private String metric;

    @Option(names = "--json", description = "Prints one JSON object to standard output instead of a table.")
    private boolean json;

    @Override
    public Integer call() {
        Metric by = metric == null ? null : Metric.of(metric);
        try (SparkSession session = Sessions.forReading()) {
            List<RunTables> all = Results.read(session, folders, RunTables::of);
            List<RunTables> over = all.stream().filter(run -> run.status().equals("finished") || run.status().equals("degraded")).toList();
            for (RunTables run : all) {
                if (!run.status().equals("finished")) {
                    System.err.println("starling: " + run.run() + " is " + run.status() + (over.contains(run) ? ": some of its nodes did not finish" : " and is left out"));
                }
            }
            if (over.isEmpty()) {
                throw new UserError("None of these runs is over, so there is nothing to compare.");
            }
            Comparison comparison = Comparison.of(over, by);
            if (comparison.rows().size() < 2) {
                throw new UserError("All of these runs have one configuration, " + comparison.rows().get(0).label()
                    + ", and differ by their seed at most: give runs of another one to compare it with.");
            }
            System.out.println(json ? ComparisonText.json(comparison).toString() : ComparisonText.tests(comparison));
        }
        return 0;
    }
}
