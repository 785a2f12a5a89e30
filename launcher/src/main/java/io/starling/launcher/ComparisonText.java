package io.starling.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.spark.report.Comparison;
import io.starling.spark.report.PairedTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison of configurations, for people and for programs. */
final class ComparisonText {
    private ComparisonText() {
    }

    /** Every configuration against the first, with the tests. */
    static String tests(Comparison comparison) {
        boolean several = comparison.rows().size() > 2;
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("configuration", "seeds", title(comparison), "difference", "95 % interval", "n", "p paired t", "p Wilcoxon"));
        if (several) {
            head.add("p Holm");
        }
        rows.add(head);
        for (Comparison.Line line : comparison.rows()) {
            PairedTest test = line.test();
            List<String> row = new ArrayList<>(List.of(line.label(), String.valueOf(line.bySeed().size()), withMargin(line.mean(), line.ci95()),
                test == null ? "–" : signed(test.meanDifference()),
                test == null || Double.isNaN(test.ci95()) ? "–" : "[" + signed(test.meanDifference() - test.ci95()) + ", " + signed(test.meanDifference() + test.ci95()) + "]",
                test == null ? "–" : String.valueOf(test.n()), test == null ? "–" : p(test.tP()), test == null ? "–" : p(test.signedRankP())));
            if (several) {
                row.add(p(line.holm()));
            }
            rows.add(row);
        }
        return AlignedText.of(rows) + "\n\n" + notes(comparison);
    }

    private static String notes(Comparison comparison) {
        Comparison.Line first = comparison.rows().get(0);
        StringBuilder notes = new StringBuilder("Pairs are runs with the same seed; differences are from " + first.label() + ". ± is the 95 % confidence interval of the mean over seeds.");
        int fewest = comparison.rows().stream().filter(line -> line.test() != null).mapToInt(line -> line.test().n()).min().orElse(0);
        if (fewest == 1) {
            notes.append("\nWith one seed in common nothing can be tested: run both with more seeds (starling sweep, seeds = [1, 2, 3, 4, 5]).");
        } else if (fewest > 1) {
            notes.append(String.format(Locale.ROOT, "%nWith %d pairs the exact Wilcoxon test cannot give less than p = %s.", fewest, p(2 / Math.pow(2, fewest))));
        }
        comparison.rows().stream().skip(1).filter(line -> line.test() == null)
            .forEach(line -> notes.append("\n").append(line.label()).append(" has no seed in common with ").append(first.label()).append("."));
        return notes.toString();
    }

    /** The best first, without tests. */
    static String ranking(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "configuration", "seeds", title(comparison), "std over nodes", "MB sent per node"));
        int rank = 0;
        for (Comparison.Line line : comparison.ranking()) {
            rows.add(List.of(++rank + ".", line.label(), String.valueOf(line.bySeed().size()), withMargin(line.mean(), line.ci95()), number(line.nodeStd()), number(line.megabytes())));
        }
        return AlignedText.of(rows);
    }

    /** The lines of a comparison, the best first. */
    static ObjectNode json(Comparison comparison) {
        ObjectNode json = new ObjectMapper().createObjectNode().put("metric", comparison.metric().column()).put("baseline", comparison.rows().get(0).label());
        ArrayNode rows = json.putArray("configurations");
        for (Comparison.Line line : comparison.ranking()) {
            ObjectNode row = rows.addObject().put("configuration", line.label()).put("mean", line.mean());
            put(row, "ci95", line.ci95());
            put(row, "stdOverNodes", line.nodeStd());
            put(row, "megabytesSentPerNode", line.megabytes());
            ObjectNode seeds = row.putObject("bySeed");
            line.bySeed().forEach((seed, value) -> seeds.put(seed.toString(), value));
            if (line.test() != null) {
                ObjectNode test = row.putObject("test").put("n", line.test().n()).put("difference", line.test().meanDifference());
                put(test, "ci95", line.test().ci95());
                put(test, "pairedT", line.test().tP());
                put(test, "wilcoxon", line.test().signedRankP());
                put(test, "holm", line.holm());
            }
        }
        return json;
    }

    private static void put(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        } else {
            object.putNull(name);
        }
    }

    private static String title(Comparison comparison) {
        String unit = comparison.metric().unit();
        return comparison.metric().title() + (unit.isEmpty() ? "" : " " + unit);
    }

    private static String withMargin(double mean, double margin) {
        return number(mean) + (Double.isNaN(margin) ? "" : " ± " + number(margin));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.4f" : "%.2f", value);
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%+.4f" : "%+.2f", value);
    }

    private static String p(double value) {
        return Double.isNaN(value) ? "–" : value < 1e-4 ? String.format(Locale.ROOT, "%.1e", value) : String.format(Locale.ROOT, "%.4f", value);
    }
}
