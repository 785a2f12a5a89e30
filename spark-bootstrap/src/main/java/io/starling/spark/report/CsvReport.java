package io.starling.spark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A report as tables for other programs: one file a metric, one row a curve and round. */
public final class CsvReport {
    private static final List<String> HEAD =
        List.of("configuration", "rounds", "seconds", "megabytes_per_node", "mean", "std", "ci95", "n", "nodes", "min", "max");

    private CsvReport() {
    }

    /** Writes {@code <metric>.csv} for every metric that was measured into a folder, which is made if need be. */
    public static List<Path> write(List<RunTables> runs, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Curve> curves = Curves.of(runs);
        List<Path> written = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            List<List<String>> rows = new ArrayList<>(List.of(HEAD));
            for (Curve curve : curves) {
                curve.of(metric).forEach((rounds, e) -> rows.add(List.of(curve.label(), String.valueOf(rounds), number(curve.seconds(rounds)), number(curve.megabytes(rounds)),
                    number(e.mean()), number(e.std()), number(e.ci95()), String.valueOf(e.seeds()), String.valueOf(e.nodes()), number(e.min()), number(e.max()))));
            }
            if (rows.size() > 1) {
                written.add(Files.writeString(folder.resolve(metric.column() + ".csv"), Csv.text(rows)));
            }
        }
        return written;
    }

    /** Empty where there is no value, as with the confidence interval of one seed. */
    private static String number(double value) {
        return Double.isFinite(value) ? String.valueOf(value) : "";
    }
}
