package io.starling.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.config.Experiment;
import io.starling.config.Sweep;
import io.starling.config.UserError;
import io.starling.node.RunKeys;
import io.starling.spark.ClusterRun;
import io.starling.spark.SparkKeys;
import io.starling.spark.report.Comparison;
import io.starling.spark.report.HtmlReport;
import io.starling.spark.report.Metric;
import io.starling.spark.report.RunTables;
import io.starling.spark.results.Results;
import io.starling.spark.sweep.SweepRunner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling sweep}: many experiments from one file, with one report at the end. */
@Command(name = "sweep", mixinStandardHelpOptions = true, description = "Runs many experiments: configurations × values of any keys × seeds.",
    footer = {"", "Started again, it does what is not finished yet. docs/sweeps.md tells what stands in the file.",
        "Exit code: 0 every run finished, 1 some did not, 2 something in the file cannot be used, and nothing was started.",
        "", "Example: starling sweep conf/sweeps/lr-grid.conf --slots 32"})
final class SweepCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CONF", description = "The sweep's file (HOCON).")
    private Path conf;

    @Option(names = "--master", paramLabel = "M", description = "Spark master; without it, embedded Spark (or what spark-submit says).")
    private String master;

    @Option(names = "--set", paramLabel = "key=value", description = "Overrides a configuration value in every run; may be repeated.")
    private List<String> assignments = List.of();

    @Option(names = "--jars", paramLabel = "JAR", split = ",", description = "Jars with modules of your own.")
    private List<Path> jars = List.of();

    @Option(names = "--slots", paramLabel = "N", description = "Task slots of the embedded Spark: with twice the nodes of a run, two run at a time. Overrides the file's.")
    private Integer slots;

    @Option(names = "--html", paramLabel = "FILE", description = "Where the report goes; without it, report.html in the results folder, or here if that is not on this machine.")
    private Path html;

    @Option(names = "--list", description = "Only says what would be run.")
    private boolean list;

    @Option(names = "--json", description = "Prints one JSON object to standard output at the end, instead of a table.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (!jars.isEmpty()) {
            Sessions.useJars(jars);
        }
        if (slots != null && slots < 1) {
            throw new UserError("--slots " + slots + " is not allowed: it must be at least 1.");
        }
        Sweep sweep = Sweep.load(conf, assignments);
        Metric metric = sweep.metric() == null ? null : Metric.of(sweep.metric());
        if (list) {
            sweep.members().forEach(member -> System.out.println(member.label()));
            return 0;
        }
        Map<String, String> settings = sparkSettings(sweep);
        int largest = sweep.members().stream().mapToInt(member -> member.experiment().get(RunKeys.NODES)).max().orElseThrow();
        int embedded = Math.max(largest, slots != null ? slots : sweep.slots());
        String where = master != null || Sessions.isSubmitted() ? master : "local[" + embedded + "]";
        String results = results(sweep);
        try (SparkSession session = Sessions.open("starling sweep " + sweep.name(), where, settings, jars)) {
            SweepRunner runner = new SweepRunner(session, sweep.members(), results, sweep.parallel(), ClusterRun.slots(session), new SweepLines(System.err, sweep.members().size()));
            System.err.println("sweep " + sweep.name() + ": " + sweep.members().size() + " runs, results in " + results);
            CountDownLatch over = new CountDownLatch(1);
            RunCommand.stopOnSignal(runner::cancel, over);
            try {
                return conclude(sweep, metric, session, runner.run(), results);
            } finally {
                over.countDown();
            }
        }
    }

    /** One session runs all, so it cannot have different settings. */
    private static Map<String, String> sparkSettings(Sweep sweep) {
        List<Map<String, String>> all = sweep.members().stream().map(member -> member.experiment().get(SparkKeys.CONF)).distinct().toList();
        if (all.size() > 1) {
            throw new UserError("spark.conf differs between the runs of this sweep, " + all.get(0) + " and " + all.get(1) + ", but all run in one Spark session: make it the same.");
        }
        return all.get(0);
    }

    private static String results(Sweep sweep) {
        Experiment first = sweep.members().get(0).experiment();
        return Objects.requireNonNullElseGet(sweep.resultsPath(), () -> first.get(SparkKeys.RESULTS) + "/" + sweep.name());
    }

    private int conclude(Sweep sweep, Metric metric, SparkSession session, List<SweepRunner.Outcome> outcomes, String results) {
        List<SweepRunner.Outcome> finished = outcomes.stream().filter(SweepRunner.Outcome::isFinished).toList();
        List<SweepRunner.Outcome> failed = outcomes.stream().filter(outcome -> !outcome.isFinished()).toList();
        Comparison comparison = null;
        if (!finished.isEmpty()) {
            List<RunTables> runs = Results.read(session, finished.stream().map(SweepRunner.Outcome::resultsPath).toList(), RunTables::of);
            comparison = Comparison.of(runs, metric);
            report(sweep, runs, results);
        }
        if (json) {
            System.out.println(json(sweep, comparison, outcomes));
        } else if (comparison != null) {
            System.out.println(ComparisonText.ranking(comparison));
        }
        for (SweepRunner.Outcome outcome : failed) {
            System.err.println("starling: " + outcome.label() + " did not finish: " + outcome.failure());
        }
        return failed.isEmpty() ? 0 : Starling.FAILED;
    }

    private void report(Sweep sweep, List<RunTables> runs, String results) {
        Path file = html;
        if (file == null) {
            String scheme = URI.create(results.replace(" ", "%20")).getScheme();
            file = scheme == null ? Path.of(results, "report.html") : scheme.equals("file") ? Path.of(URI.create(results)).resolve("report.html") : Path.of(sweep.name() + ".html");
        }
        try {
            HtmlReport.write(sweep.name(), runs, file);
            System.err.println("report: " + file);
        } catch (IOException e) {
            System.err.println("starling: the report could not be written to " + file + ": " + e + "; `starling report " + results + " --html FILE` makes it again.");
        }
    }

    private static String json(Sweep sweep, Comparison comparison, List<SweepRunner.Outcome> outcomes) {
        ObjectNode object = new ObjectMapper().createObjectNode().put("sweep", sweep.name());
        if (comparison != null) {
            object.setAll(ComparisonText.json(comparison));
        }
        ArrayNode runs = object.putArray("runs");
        for (SweepRunner.Outcome outcome : outcomes) {
            runs.addObject().put("label", outcome.label()).put("status", outcome.summary() == null ? "failed" : outcome.summary().status())
                .put("found", outcome.found()).put("failure", outcome.failure()).put("resultsPath", outcome.resultsPath());
        }
        return object.toString();
    }
}
