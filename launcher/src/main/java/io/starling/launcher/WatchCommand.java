package io.starling.launcher;

import io.starling.communication.Deadline;
import io.starling.config.UserError;
import io.starling.spark.live.RunView;
import io.starling.spark.results.Results;
import io.starling.spark.results.ResultsFolder;
import io.starling.spark.results.Summary;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling watch}: how a run of another process is going, from its results folder. */
@Command(name = "watch", mixinStandardHelpOptions = true, description = "Shows how a run is going, until it ends.",
    footer = {"", "Exit code: 0 the run finished, 1 it failed, or nothing was heard of it for too long, 2 there is no such run.",
        "", "Example: starling watch build/results"})
final class WatchCommand implements Callable<Integer> {
    private static final Duration FINAL_TIMEOUT = Duration.ofSeconds(120);
    private static final Duration CANCELLED_TIMEOUT = Duration.ofSeconds(10);

    @Parameters(paramLabel = "RUN", description = "Folder of a run, or one that holds such folders: then the run that was begun last. Any Hadoop file system.")
    private String path;

    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "1", description = "How often to look; default ${DEFAULT-VALUE}.")
    private double intervalSeconds;

    @Option(names = "--patience", paramLabel = "SECONDS", defaultValue = "600",
        description = "Gives up when nothing new was written for so long, as a run whose driver was killed cannot say that it is over; default ${DEFAULT-VALUE}.")
    private double patienceSeconds;

    @Override
    public Integer call() throws InterruptedException {
        if (!(intervalSeconds >= 0.05 && intervalSeconds <= 3600)) {
            throw new UserError("--interval " + intervalSeconds + " is not allowed: it must be from 0.05 to 3600 seconds.");
        }
        if (!(patienceSeconds > 0 && patienceSeconds <= 1e9)) {
            throw new UserError("--patience " + patienceSeconds + " is not allowed: it must be more than 0 seconds.");
        }
        try {
            ResultsFolder folder = ResultsFolder.latestRun(path, new Configuration());
            System.err.println("watching " + folder.path());
            return watch(folder);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("Results cannot be read from " + path + ": " + e.getMessage(), e);
        }
    }

    private int watch(ResultsFolder folder) throws IOException, InterruptedException {
        RunView view = new RunView(folder);
        ProgressLine line = new ProgressLine(System.err);
        Deadline patience = null;
        long told = 0;
        while (true) {
            // Asked for first: what is written before the end is seen by the refresh after it.
            boolean over = folder.isFinal();
            if (view.refresh() > 0 || patience == null) {
                patience = Deadline.after(Duration.ofMillis((long) (patienceSeconds * 1000)));
            }
            if (view.head() != null) {
                line.progress(view.progress(), view.head().rounds(), view.elapsed().toMillis() / 1e3);
                told = tellFailures(view, line, told);
            }
            if (over || view.head() != null && view.head().isOver()) {
                line.end();
                return summary(folder, !over && view.head().status().equals("failed"));
            }
            if (patience.hasPassed()) {
                line.end();
                System.err.println("starling: nothing was written to " + folder.path() + " for " + Math.round(patienceSeconds)
                    + " s, though the run is not over: its driver may have been killed. (--patience)");
                return Starling.FAILED;
            }
            Thread.sleep((long) (intervalSeconds * 1000));
        }
    }

    /** Nodes that have failed, by name, once. */
    private static long tellFailures(RunView view, ProgressLine line, long told) {
        long failed = view.failureCounts().getOrDefault("failed", 0L);
        if (failed > told) {
            line.say(view.lastFailures().stream().filter(f -> f.kind().equals("failed")).skip(Math.max(0, told))
                .map(f -> "node " + f.node() + " failed after " + f.round() + " rounds: " + f.message()).limit(5).collect(Collectors.joining("\n")));
        }
        return failed;
    }

    /** A run that was cancelled keeps its live files, of any other they are just giving way to the final tables: that is waited for. */
    private static int summary(ResultsFolder folder, boolean maybeCancelled) throws IOException, InterruptedException {
        Deadline deadline = Deadline.after(maybeCancelled ? CANCELLED_TIMEOUT : FINAL_TIMEOUT);
        while (!folder.isFinal() && !deadline.hasPassed()) {
            Thread.sleep(200);
        }
        try (SparkSession session = Sessions.forReading()) {
            Summary summary = Summary.of(Results.open(session, List.of(folder.path().toString()))).get(0);
            System.out.println(SummaryText.table(List.of(summary)));
            return summary.status().equals("failed") ? Starling.FAILED : 0;
        }
    }
}
