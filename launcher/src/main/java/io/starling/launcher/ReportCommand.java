package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.spark.report.CsvReport;
import io.starling.spark.report.HtmlReport;
import io.starling.spark.report.PngReport;
import io.starling.spark.report.RunTables;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling report}: the summary of runs, from their results. */
@Command(name = "report", mixinStandardHelpOptions = true, description = "Summarises the results of one or several runs, also while they are going on.",
    footer = {"", "Example: starling report hdfs:///results --html report.html --csv tables --png pictures"})
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folder of a run, or one that holds such folders; any Hadoop file system. "
        + "Also folders with DecentralizePy's *_results.json.")
    private List<String> folders;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with all figures; it needs no network.")
    private Path html;

    @Option(names = "--csv", paramLabel = "DIR", description = "Writes a table for each metric: mean, std (over nodes), ci95 (over seeds), n for every round.")
    private Path csv;

    @Option(names = "--png", paramLabel = "DIR", description = "Writes each figure as a picture.")
    private Path png;

    @Option(names = "--title", paramLabel = "TEXT", defaultValue = "Starling report", description = "The page's title; default ${DEFAULT-VALUE}.")
    private String title;

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            System.out.println(SummaryText.table(Results.read(session, folders, Summary::of)));
            if (html != null || csv != null || png != null) {
                draw(Results.read(session, folders, RunTables::of));
            }
        }
        return 0;
    }

    private void draw(List<RunTables> runs) {
        if (html != null) {
            write(html, () -> HtmlReport.write(title, runs, html));
        }
        if (csv != null) {
            write(csv, () -> CsvReport.write(runs, csv));
        }
        if (png != null) {
            write(png, () -> PngReport.write(runs, png));
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Path where, Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UserError(where + " cannot be written: " + e + "; choose a folder that exists and can be written to.", e);
        }
        System.err.println("written: " + where);
    }
}
