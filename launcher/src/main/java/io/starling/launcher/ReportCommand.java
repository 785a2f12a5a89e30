package io.starling.launcher;

import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code starling report}: the summary of runs, from their results. */
@Command(name = "report", mixinStandardHelpOptions = true, description = "Summarises the results of one or several runs, also while they are going on.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folder of a run, or one that holds such folders; any Hadoop file system.")
    private List<String> folders;

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            System.out.println(SummaryText.table(Summary.of(Results.open(session, folders))));
        }
        return 0;
    }
}
