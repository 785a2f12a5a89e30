package io.starling.spark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.spark.Version;
import io.starling.spark.results.Results;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A report as one page that needs nothing else: no network, no files beside it.
 *
 * <pre>{@code
 * HtmlReport.write("Learning rates", RunTables.of(Results.open(spark, List.of("hdfs:///results"))), Path.of("report.html"));
 * }</pre>
 */
public final class HtmlReport {
    private static final int DIGITS = 7;
    private static final String NONE = "–";

    private final List<Curve> curves;
    private final StringBuilder body = new StringBuilder();

    private HtmlReport(List<Curve> curves) {
        this.curves = curves;
    }

    /** Writes the page of these runs; what is there already is overwritten. */
    public static void write(String title, List<RunTables> runs, Path file) throws IOException {
        Files.writeString(file, page(title, runs));
    }

    /** The page of these results. */
    public static String page(String title, Results results) {
        return page(title, RunTables.of(results));
    }

    /** The page of these runs. */
    public static String page(String title, List<RunTables> runs) {
        return new HtmlReport(Curves.of(runs)).fill(title);
    }

    private String fill(String title) {
        List<Figures.Section> sections = new Figures(curves).sections();
        summary();
        for (Figures.Section section : sections) {
            heading(section.title());
            body.append("<div class=\"figures\">\n");
            for (Figure figure : section.figures()) {
                body.append("<figure id=\"").append(figure.id()).append("\"><figcaption>").append(escaped(figure.title()))
                    .append("</figcaption><div class=\"plot\"></div></figure>\n");
            }
            body.append("</div>\n");
        }
        topologies();
        failures();
        provenance();
        // The library last, as what stands in it must not be taken for a placeholder.
        return resource("report.html").replace("{{title}}", escaped(title)).replace("{{made}}", escaped(made())).replace("{{style}}", resource("report.css"))
            .replace("{{body}}", body).replace("{{data}}", json(sections)).replace("{{script}}", resource("report.js")).replace("{{library}}", resource("echarts.min.js"));
    }

    private String made() {
        int runs = curves.stream().mapToInt(curve -> curve.runs().size()).sum();
        return runs + (runs == 1 ? " run" : " runs") + (curves.size() == runs ? "" : ", " + curves.size() + " configurations") + "; written "
            + Instant.now().truncatedTo(ChronoUnit.SECONDS) + " by " + Version.current();
    }

    private void heading(String text) {
        body.append("<h2>").append(escaped(text)).append("</h2>\n");
    }

    private void summary() {
        heading("Summary");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("configuration", "seeds", "nodes", "rounds", "test accuracy %", "std over nodes", "best %", "mean model %",
            "test RMSE", "std over nodes", "mean model RMSE", "test loss", "consensus distance", "MB per node", "s per round", "wall s", "failures", "status"));
        for (Curve curve : curves) {
            Estimate accuracy = curve.last(Metric.TEST_ACCURACY);
            Estimate rmse = curve.last(Metric.TEST_RMSE);
            rows.add(List.of(curve.label(), String.valueOf(curve.seeds()), String.valueOf(curve.first().nodes()), rounds(curve),
                withInterval(accuracy, 2), std(accuracy, 2), best(curve), withInterval(curve.last(Metric.AVERAGED_ACCURACY), 2),
                withInterval(rmse, 4), std(rmse, 4), withInterval(curve.last(Metric.AVERAGED_RMSE), 4),
                withInterval(curve.last(Metric.TEST_LOSS), 4), withInterval(curve.last(Metric.CONSENSUS_DISTANCE), 4),
                number(curve.mean(run -> run.megabytes().isEmpty() ? Double.NaN : run.megabytes().lastEntry().getValue()), 2),
                number(curve.mean(HtmlReport::secondsPerRound), 3), number(curve.mean(run -> run.number("wall_seconds")), 1),
                String.valueOf(curve.runs().stream().flatMap(run -> run.failures().values().stream()).mapToLong(Long::longValue).sum()), statuses(curve)));
        }
        table(withoutEmptyColumns(rows), "summary");
        body.append("<p class=\"note\">± is half of the 95 % confidence interval over seeds (Student's t), where there are several. Bands are that interval too, "
            + "or else the standard deviation over the nodes.</p>\n");
    }

    private static List<List<String>> withoutEmptyColumns(List<List<String>> rows) {
        List<Integer> filled = IntStream.range(0, rows.get(0).size()).filter(c -> rows.stream().skip(1).anyMatch(row -> !row.get(c).equals(NONE))).boxed().toList();
        return rows.stream().map(row -> filled.stream().map(row::get).toList()).toList();
    }

    private static String rounds(Curve curve) {
        return String.valueOf(curve.runs().stream().mapToInt(run -> run.megabytes().isEmpty() ? 0 : run.megabytes().lastKey()).max().orElse(0));
    }

    private static double secondsPerRound(RunTables run) {
        return run.totals().elapsedSeconds() > 0 && !run.megabytes().isEmpty() ? run.totals().elapsedSeconds() / run.megabytes().lastKey() : Double.NaN;
    }

    private static String statuses(Curve curve) {
        return String.join(", ", new TreeSet<>(curve.runs().stream().map(RunTables::status).toList()));
    }

    private static String best(Curve curve) {
        return number(curve.of(Metric.TEST_ACCURACY).values().stream().mapToDouble(Estimate::mean).max().orElse(Double.NaN), 2);
    }

    private static String withInterval(Estimate estimate, int digits) {
        return estimate == null ? NONE : number(estimate.mean(), digits) + (Double.isNaN(estimate.ci95()) ? "" : " ± " + number(estimate.ci95(), digits));
    }

    private static String std(Estimate estimate, int digits) {
        return estimate == null ? NONE : number(estimate.std(), digits);
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** The first row is the head; the first column names what the others are about. */
    private void table(List<List<String>> rows, String kind) {
        body.append("<div class=\"scroll\"><table class=\"").append(kind).append("\">\n<thead>");
        row(rows.get(0), "th");
        body.append("</thead>\n<tbody>\n");
        rows.subList(1, rows.size()).forEach(row -> row(row, "td"));
        body.append("</tbody></table></div>\n");
    }

    private void row(List<String> cells, String tag) {
        body.append("<tr>");
        cells.forEach(cell -> body.append('<').append(tag).append('>').append(escaped(cell)).append("</").append(tag).append('>'));
        body.append("</tr>\n");
    }

    private void topologies() {
        List<TopologyPicture> pictures = TopologyPicture.of(curves);
        if (pictures.isEmpty()) {
            return;
        }
        heading("Topology");
        body.append("<div class=\"figures\">\n");
        for (TopologyPicture picture : pictures) {
            body.append("<figure class=\"topology\"><figcaption>").append(escaped(picture.title())).append("</figcaption>");
            body.append(picture.svg() != null ? picture.svg() : "<p class=\"note\">" + escaped(picture.remark()) + "</p>").append("</figure>\n");
        }
        body.append("</div>\n");
    }

    private void failures() {
        heading("Failures");
        List<List<String>> rows = new ArrayList<>(List.of(List.of("run", "kind", "times")));
        curves.forEach(curve -> curve.runs().forEach(run -> run.failures().forEach((kind, times) -> rows.add(List.of(run.run(), kind, String.valueOf(times))))));
        if (rows.size() == 1) {
            body.append("<p>None.</p>\n");
            return;
        }
        table(rows, "failures");
        for (Curve curve : curves) {
            for (RunTables run : curve.runs()) {
                if (!run.firstFailures().isEmpty()) {
                    details("First failures of " + run.run(), String.join("\n", run.firstFailures()));
                }
            }
        }
    }

    private void provenance() {
        heading("Provenance");
        List<Map<String, String>> settings = curves.stream().<Map<String, String>>map(curve -> Curves.settings(curve.first().config())).toList();
        TreeSet<String> differing = Curves.differingKeys(settings);
        differing.removeAll(List.of("seed", "name"));
        if (curves.size() > 1 && !differing.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            List<String> head = new ArrayList<>(List.of("key that differs"));
            curves.forEach(curve -> head.add(curve.label()));
            rows.add(head);
            for (String key : differing) {
                List<String> row = new ArrayList<>(List.of(key));
                settings.forEach(own -> row.add(own.getOrDefault(key, NONE)));
                rows.add(row);
            }
            table(rows, "differences");
        }
        for (Curve curve : curves) {
            for (RunTables run : curve.runs()) {
                StringBuilder text = new StringBuilder();
                run.provenance().forEach((column, value) -> {
                    if (value != null && !column.equals("config_json")) {
                        text.append(column).append(" = ").append(value).append('\n');
                    }
                });
                text.append("\nconfiguration:\n");
                Curves.settings(run.config()).forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
                details(run.run(), text.toString());
            }
        }
    }

    private void details(String summary, String text) {
        body.append("<details><summary>").append(escaped(summary)).append("</summary><pre>").append(escaped(text)).append("</pre></details>\n");
    }

    private String json(List<Figures.Section> sections) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode data = mapper.createObjectNode();
        ArrayNode names = data.putArray("curves");
        curves.forEach(curve -> names.addObject().put("label", curve.label()).put("seeds", curve.seeds()).put("nodes", curve.first().nodes()));
        ArrayNode figures = data.putArray("figures");
        sections.forEach(section -> section.figures().forEach(figure -> figure(figures.addObject(), figure)));
        // Inside a script element nothing may look like its end.
        return data.toString().replace("<", "\\u003c");
    }

    private static void figure(ObjectNode node, Figure figure) {
        node.put("id", figure.id()).put("title", figure.title());
        if (figure instanceof Figure.Lines lines) {
            node.put("kind", "lines").put("x", lines.xAxis()).put("y", lines.yAxis());
            ArrayNode all = node.putArray("lines");
            for (Figure.Line line : lines.lines()) {
                ArrayNode points = all.addObject().put("curve", line.curve()).putArray("points");
                for (Figure.Point point : line.points()) {
                    Estimate y = point.y();
                    numbers(points.addArray(), point.x(), y.mean(), y.std(), y.ci95(), y.min(), y.max(), y.seeds());
                }
            }
        } else if (figure instanceof Figure.Bars bars) {
            node.put("kind", "bars").put("y", bars.yAxis());
            bars.categories().forEach(node.putArray("categories")::add);
            ArrayNode parts = node.putArray("parts");
            bars.parts().forEach(part -> numbers(parts.addObject().put("name", part.name()).putArray("values"), part.values()));
        } else if (figure instanceof Figure.Heat heat) {
            node.put("kind", "heat").put("x", heat.xAxis()).put("y", heat.yAxis());
            ArrayNode columns = node.putArray("counts");
            for (long[] column : heat.counts()) {
                ArrayNode cells = columns.addArray();
                for (long count : column) {
                    cells.add(count);
                }
            }
        }
    }

    private static void numbers(ArrayNode array, double... values) {
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().doubleValue());
            } else {
                array.addNull();
            }
        }
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the product's own jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the product's own jar cannot be read", e);
        }
    }
}
