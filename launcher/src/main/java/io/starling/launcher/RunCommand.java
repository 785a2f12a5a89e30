package io.starling.launcher;

import io.starling.config.Experiment;
import io.starling.node.RunKeys;
import io.starling.spark.ClusterRun;
import io.starling.spark.FailureReport;
import io.starling.spark.RunFailed;
import io.starling.spark.SparkKeys;
import io.starling.spark.live.RunPage;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.ShutdownHookManager;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import scala.runtime.BoxedUnit;

/** {@code starling run}: one experiment, from its configuration to its results. */
@Command(name = "run", mixinStandardHelpOptions = true, description = "Runs an experiment.",
    footer = {"", "Example: starling run conf/quickstart.conf --set rounds=20 --set training.lr=0.1"})
final class RunCommand implements Callable<Integer> {
    private static final int SECONDS_TO_STOP = 10;

    @Parameters(paramLabel = "CONF", description = "The experiment's configuration (HOCON); `starling config` lists the keys.")
    private Path conf;

    @Option(names = "--master", paramLabel = "M", description = "Spark master; without it, embedded Spark with one task slot a node (or what spark-submit says).")
    private String master;

    @Option(names = "--set", paramLabel = "key=value", description = "Overrides a configuration value; may be repeated.")
    private List<String> assignments = List.of();

    @Option(names = "--jars", paramLabel = "JAR", split = ",", description = "Jars with modules of your own.")
    private List<Path> jars = List.of();

    @Option(names = "--resume", paramLabel = "RUN_ID", description = "Continues this run of the same configuration from its nodes' checkpoints (checkpoint.every).")
    private String resumed;

    @Option(names = "--strict", description = "Exits with 1 also when only some of the nodes did not finish.")
    private boolean strict;

    @Option(names = "--json", description = "Prints one JSON object to standard output at the end, instead of a table.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (!jars.isEmpty()) {
            Sessions.useJars(jars);
        }
        Experiment experiment = Experiment.load(conf, assignments);
        int nodes = experiment.get(RunKeys.NODES);
        String where = master != null || Sessions.isSubmitted() ? master : "local[" + nodes + "]";
        ProgressLine progress = new ProgressLine(System.err);
        try (SparkSession session = Sessions.open("starling " + experiment.get(RunKeys.NAME), where, experiment.get(SparkKeys.CONF), jars);
             RunPage page = RunPage.open(experiment);
             ClusterRun run = resumed == null ? ClusterRun.plan(session, experiment, progress.and(page))
                 : ClusterRun.resume(session, experiment, progress.and(page), resumed)) {
            CountDownLatch over = new CountDownLatch(1);
            stopOnSignal(run::cancel, over);
            try {
                progress.say("run " + run.runId() + ", results in " + run.resultsPath());
                page.show(run, session.sparkContext().hadoopConfiguration());
                page.url().ifPresent(url -> progress.say("look at it: " + url));
                Summary summary = run.execute();
                progress.end();
                print(summary, run);
                explainFailures(run.roster());
                int lost = run.roster().failures().size();
                if (lost > 0) {
                    System.err.println("starling: finished with " + lost + (lost == 1 ? " node" : " nodes") + " lost" + (strict ? ", and --strict forbids it" : ""));
                }
                return strict && lost > 0 ? Starling.FAILED : 0;
            } catch (RunFailed e) {
                progress.end();
                System.err.println("starling: the run failed: " + e.getMessage());
                explainFailures(run.roster());
                System.err.println("Results so far: " + run.resultsPath());
                return Starling.FAILED;
            } finally {
                over.countDown();
            }
        }
    }

    /** Ctrl-C: the nodes stop, what they wrote is kept. Before Spark's own hooks, which would take executors and session away. */
    static void stopOnSignal(Consumer<String> cancel, CountDownLatch over) {
        ShutdownHookManager.addShutdownHook(ShutdownHookManager.DEFAULT_SHUTDOWN_PRIORITY() + 10, () -> {
            if (over.getCount() > 0) {
                cancel.accept("interrupted");
                try {
                    over.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return BoxedUnit.UNIT;
        });
    }

    private void print(Summary summary, ClusterRun run) {
        if (json) {
            System.out.println(SummaryText.json(summary, run.resultsPath()));
        } else {
            System.out.println(SummaryText.table(List.of(summary)));
            System.out.println("Results: " + run.resultsPath());
        }
    }

    private static void explainFailures(Roster roster) {
        FailureReport.of(roster).forEach(line -> System.err.println((line.startsWith(" ") ? "" : "starling: ") + line));
    }
}
