package io.starling.spark.results;

import io.starling.config.UserError;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;

/** Which node has how many training samples of which label, as an SVG picture: a column a node, a row a label, circles by area. */
public final class LabelPicture {
    private static final int MARGIN = 60;
    private static final int CELL = 24;
    private static final int WIDEST = 1600;
    private static final double GOLDEN_ANGLE = 137.508;

    private LabelPicture() {
    }

    /** Of one run; of the first if there are several. */
    public static String of(Results results) {
        List<Row> rows = results.table(ResultTable.LABELS).orderBy("run", "node", "label").collectAsList();
        if (rows.isEmpty()) {
            throw new UserError("There are no label counts in these results yet.");
        }
        String run = rows.get(0).getAs("run");
        List<Row> own = rows.stream().filter(row -> row.getAs("run").equals(run)).toList();
        int nodes = 1 + own.stream().mapToInt(row -> row.<Integer>getAs("node")).max().orElse(0);
        int labels = 1 + own.stream().mapToInt(row -> row.<Integer>getAs("label")).max().orElse(0);
        long[][] counts = new long[nodes][labels];
        own.forEach(row -> counts[row.<Integer>getAs("node")][row.<Integer>getAs("label")] = row.<Long>getAs("samples"));
        return svg(counts, run);
    }

    static String svg(long[][] counts, String title) {
        int nodes = counts.length;
        int labels = counts[0].length;
        double cell = Math.min(CELL, (double) WIDEST / nodes);
        double width = 2 * MARGIN + nodes * cell;
        double height = 2 * MARGIN + labels * (double) CELL;
        long largest = 1;
        for (long[] node : counts) {
            for (long count : node) {
                largest = Math.max(largest, count);
            }
        }
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n<text x=\"%d\" y=\"24\" font-size=\"13\">%s: training samples by node and label, largest %,d</text>%n",
            width, height, MARGIN, title, largest));
        for (int label = 0; label < labels; label++) {
            svg.append(String.format(Locale.ROOT, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>%n", MARGIN - 8, MARGIN + (label + 0.5) * CELL + 4, label));
        }
        int step = Math.max(1, (int) Math.ceil(CELL / cell));
        for (int node = 0; node < nodes; node += step) {
            svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text>%n", MARGIN + (node + 0.5) * cell, height - MARGIN + 16, node));
        }
        for (int node = 0; node < nodes; node++) {
            for (int label = 0; label < labels; label++) {
                if (counts[node][label] > 0) {
                    svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\" fill=\"hsl(%.0f,60%%,45%%)\"><title>node %d, label %d: %,d</title></circle>%n",
                        MARGIN + (node + 0.5) * cell, MARGIN + (label + 0.5) * CELL, radius(counts[node][label], largest), label * GOLDEN_ANGLE % 360,
                        node, label, counts[node][label]));
                }
            }
        }
        return svg.append("</svg>\n").toString();
    }

    /** Area in proportion to the count, but never too small to be seen. */
    private static double radius(long count, long largest) {
        return Math.max(1, 0.46 * CELL * Math.sqrt((double) count / largest));
    }
}
