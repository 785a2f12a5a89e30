package io.starling.launcher;

import io.starling.config.Experiment;
import io.starling.spark.data.Datasets;
import io.starling.spark.data.Inspection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling data inspect}: what is in a data set. */
@Command(name = "inspect", mixinStandardHelpOptions = true, description = "Shows what is in a data set: samples, classes, users, shape, ranges.")
final class DataInspectCommand implements Callable<Integer> {
    private static final int BAR = 40;
    private static final int CLASSES_SHOWN = 100;

    @Parameters(paramLabel = "PATH", description = "File, folder or pattern, on any Hadoop file system.")
    private String path;

    @Option(names = "--from", paramLabel = "FORMAT", description = "The format, as dataset.kind; recognised by the names of the files if not given.")
    private String kind;

    @Option(names = "--set", paramLabel = "key=value", description = "A configuration value, such as dataset.csv.label=species; may be repeated.")
    private List<String> assignments = List.of();

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            System.out.print(text(Inspection.of(Datasets.open(session, settings(session, path, kind, assignments)))));
        }
        return 0;
    }

    /** An experiment that says nothing but where the data is. */
    static Experiment settings(SparkSession session, String path, String kind, List<String> assignments) {
        String format = kind != null ? kind : Datasets.recognise(path, session.sparkContext().hadoopConfiguration());
        List<String> all = new ArrayList<>(List.of("dataset.kind=" + format, "dataset.path=" + path));
        all.addAll(assignments);
        return Experiment.parse("", all);
    }

    static String text(Inspection data) {
        StringBuilder text = new StringBuilder();
        text.append("shape    ").append(data.shape()).append(data.bytes() ? ", unsigned bytes" : ", floats").append('\n');
        part(text, "training", data.train());
        if (data.test() == null) {
            text.append("\nno test samples\n");
        } else {
            part(text, "test", data.test());
        }
        return text.toString();
    }

    private static void part(StringBuilder text, String name, Inspection.Part part) {
        text.append(String.format(Locale.ROOT, "%n%s samples: %,d", name, part.samples()));
        if (part.users() > 0) {
            text.append(String.format(Locale.ROOT, " of %,d users", part.users()));
        }
        text.append(String.format(Locale.ROOT, ", features from %s to %s%n", number(part.least()), number(part.most())));
        if (part.samplesByLabel().isEmpty()) {
            text.append(String.format(Locale.ROOT, "  targets from %s to %s%n", number(part.leastTarget()), number(part.mostTarget())));
        }
        long largest = part.samplesByLabel().values().stream().mapToLong(Long::longValue).max().orElse(1);
        part.samplesByLabel().entrySet().stream().limit(CLASSES_SHOWN).forEach(entry -> bar(text, entry, largest));
        if (part.samplesByLabel().size() > CLASSES_SHOWN) {
            text.append("  … ").append(part.samplesByLabel().size() - CLASSES_SHOWN).append(" classes more\n");
        }
    }

    private static void bar(StringBuilder text, Map.Entry<Integer, Long> label, long largest) {
        text.append(String.format(Locale.ROOT, "  class %4d %,9d %s%n", label.getKey(), label.getValue(),
            "#".repeat((int) Math.ceil((double) BAR * label.getValue() / largest))));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.4g", value);
    }
}
