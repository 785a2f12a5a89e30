package io.starling.spark.report;

import io.starling.spark.report.Figure.Bars;
import io.starling.spark.report.Figure.Heat;
import io.starling.spark.report.Figure.Line;
import io.starling.spark.report.Figure.Lines;
import io.starling.spark.report.Figure.Part;
import io.starling.spark.report.Figure.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The figures of a report; those for which there is nothing to draw are left out. */
final class Figures {
    /** More points than pixels tell nobody anything. */
    private static final int MOST_POINTS = 600;
    private static final int MOST_DIVISIONS = 6;

    private final List<Curve> curves;

    Figures(List<Curve> curves) {
        this.curves = curves;
    }

    /** Figures that belong together. */
    record Section(String title, List<Figure> figures) {
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        add(sections, "How well the models do", scores());
        add(sections, "Loss", List.of(byRounds(Metric.TEST_LOSS), byRounds(Metric.BATCH_LOSS), byRounds(Metric.TRAIN_LOSS), byRounds(Metric.VALIDATION_LOSS)));
        add(sections, "Agreement and spread among the nodes",
            List.of(byRounds(Metric.CONSENSUS_DISTANCE), deviation(Metric.TEST_ACCURACY), deviation(Metric.TEST_RMSE), finalScores(), classes()));
        add(sections, "What it costs", List.of(bytes(), time(), byRounds(Metric.ROUND_SECONDS), byRounds(Metric.ROUND_KILOBYTES)));
        add(sections, "Sharing", List.of(shares(), byRounds(Metric.SHARED_PARAMETERS), missing()));
        add(sections, "Data", divisions());
        return sections;
    }

    private static void add(List<Section> sections, String title, List<Figure> figures) {
        List<Figure> drawn = figures.stream().filter(Figures::showsSomething).toList();
        if (!drawn.isEmpty()) {
            sections.add(new Section(title, drawn));
        }
    }

    private static boolean showsSomething(Figure figure) {
        if (figure instanceof Lines lines) {
            return !lines.lines().isEmpty();
        } else if (figure instanceof Bars bars) {
            return bars.parts().stream().anyMatch(part -> Arrays.stream(part.values()).anyMatch(value -> value > 0));
        }
        return ((Heat) figure).counts().length > 0;
    }

    /** What is to be good, over each of the three things it costs. */
    private List<Figure> scores() {
        List<Figure> figures = new ArrayList<>();
        for (Metric metric : new Metric[] {Metric.TEST_ACCURACY, Metric.TEST_RMSE}) {
            Metric averaged = metric == Metric.TEST_ACCURACY ? Metric.AVERAGED_ACCURACY : Metric.AVERAGED_RMSE;
            if (isMeasured(metric)) {
                figures.addAll(overEverything(metric));
                figures.add(byRounds(averaged));
            } else {
                figures.addAll(overEverything(averaged));
            }
        }
        figures.add(byRounds(Metric.VALIDATION_ACCURACY));
        figures.add(byRounds(Metric.VALIDATION_RMSE));
        return figures;
    }

    private boolean isMeasured(Metric metric) {
        return curves.stream().anyMatch(curve -> !curve.of(metric).isEmpty());
    }

    private List<Figure> overEverything(Metric metric) {
        return List.of(byRounds(metric), over(metric, "time", " by wall-clock time", "Time since the first round [s]", Curve::seconds),
            over(metric, "megabytes", " by data sent", "Sent per node [MB]", Curve::megabytes));
    }

    private Lines byRounds(Metric metric) {
        return over(metric, "rounds", "", "Rounds", (curve, rounds) -> (double) rounds);
    }

    private Lines over(Metric metric, String id, String what, String xAxis, BiFunction<Curve, Integer, Double> x) {
        return lines(metric.column() + "-by-" + id, metric.title() + what, xAxis, metric.axis(), curve -> {
            List<Point> points = new ArrayList<>();
            curve.of(metric).forEach((rounds, estimate) -> points.add(new Point(x.apply(curve, rounds), estimate)));
            return points;
        });
    }

    private Lines deviation(Metric metric) {
        return lines(metric.column() + "-deviation", metric.title() + ": standard deviation over the nodes", "Rounds", "Standard deviation" + (metric.unit().isEmpty() ? "" : " [" + metric.unit() + "]"),
            curve -> {
                List<Point> points = new ArrayList<>();
                if (curve.first().nodes() > 1) {
                    curve.of(metric).forEach((rounds, estimate) -> points.add(Point.exact(rounds, estimate.std())));
                }
                return points;
            });
    }

    private Lines finalScores() {
        String score = isMeasured(Metric.TEST_ACCURACY) ? Metric.TEST_ACCURACY.axis() : Metric.TEST_RMSE.axis();
        return lines("final-by-node", "The nodes at the end, from the lowest to the highest", "Nodes [%]", score,
            curve -> {
                double[] row = curve.meanRow(RunTables::finalScores);
                return row.length < 2 ? List.of() : IntStream.range(0, row.length).mapToObj(i -> Point.exact(100.0 * i / (row.length - 1), row[i])).toList();
            });
    }

    private Lines classes() {
        return lines("accuracy-by-class", "Accuracy by class at the end", "Class", Metric.TEST_ACCURACY.axis(), curve -> {
            List<Point> points = new ArrayList<>();
            curve.first().classes().keySet().forEach(label ->
                points.add(Point.exact(label, curve.mean(run -> run.classes().getOrDefault(label, Double.NaN)))));
            return points;
        });
    }

    private Lines shares() {
        return lines("shares", "How often parameters were shared", "Parameters, from the least shared [%]", "Messages with the parameter", curve -> {
            double[] row = curve.meanRow(RunTables::shares);
            return IntStream.range(0, row.length).mapToObj(percent -> Point.exact(100.0 * percent / Math.max(1, row.length - 1), row[percent])).toList();
        });
    }

    /** Nothing at all if all messages came. */
    private Lines missing() {
        Lines lines = byRounds(Metric.MISSING);
        boolean any = lines.lines().stream().flatMap(line -> line.points().stream()).anyMatch(point -> point.y().mean() > 0);
        return any ? lines : new Lines(lines.id(), lines.title(), lines.xAxis(), lines.yAxis(), List.of());
    }

    private Bars bytes() {
        return bars("bytes-by-kind", "Data sent per node, by kind", "MB per node", List.of(
            new Quantity("parameter values", RunTables.Totals::payloadMegabytes),
            new Quantity("indices and other metadata", RunTables.Totals::metadataMegabytes),
            new Quantity("frames", RunTables.Totals::framingMegabytes)));
    }

    private Bars time() {
        return bars("time-by-occupation", "Where a node's time goes", "s per node", List.of(
            new Quantity("computing", RunTables.Totals::computeSeconds),
            new Quantity("waiting for a compute slot", RunTables.Totals::slotWaitSeconds),
            new Quantity("handing over messages", RunTables.Totals::communicationSeconds),
            new Quantity("waiting for neighbours", RunTables.Totals::waitSeconds),
            new Quantity("evaluating", RunTables.Totals::evaluationSeconds)));
    }

    private record Quantity(String name, ToDoubleFunction<RunTables.Totals> of) {
        private double[] values(List<Curve> curves) {
            return curves.stream().mapToDouble(curve -> curve.mean(run -> of.applyAsDouble(run.totals()))).toArray();
        }
    }

    private Bars bars(String id, String title, String yAxis, List<Quantity> quantities) {
        return new Bars(id, title, yAxis, curves.stream().map(Curve::label).toList(),
            quantities.stream().map(quantity -> new Part(quantity.name, quantity.values(curves))).toList());
    }

    /** One figure for each way in which the data was divided. */
    private List<Figure> divisions() {
        List<Figure> figures = new ArrayList<>();
        List<long[][]> seen = new ArrayList<>();
        for (Curve curve : curves) {
            long[][] labels = curve.first().labels();
            if (labels.length > 0 && seen.size() < MOST_DIVISIONS && seen.stream().noneMatch(other -> Arrays.deepEquals(other, labels))) {
                seen.add(labels);
                figures.add(new Heat("labels-" + seen.size(), "Training samples by node and label" + (seen.size() == 1 ? "" : ": " + curve.label()), "Node", "Label", labels));
            }
        }
        return figures;
    }

    private Lines lines(String id, String title, String xAxis, String yAxis, java.util.function.Function<Curve, List<Point>> points) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            List<Point> own = points.apply(curves.get(i)).stream().filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.y().mean())).toList();
            if (!own.isEmpty()) {
                lines.add(new Line(i, curves.get(i).label(), thinned(own)));
            }
        }
        return new Lines(id, title, xAxis, yAxis, lines);
    }

    /** Neighbouring points averaged, until there are few enough. */
    static List<Point> thinned(List<Point> points) {
        if (points.size() <= MOST_POINTS) {
            return points;
        }
        int bucket = (points.size() + MOST_POINTS - 1) / MOST_POINTS;
        List<Point> thinned = new ArrayList<>();
        for (int from = 0; from < points.size(); from += bucket) {
            List<Point> some = points.subList(from, Math.min(points.size(), from + bucket));
            Estimate first = some.get(0).y();
            thinned.add(new Point(mean(some, Point::x), new Estimate(mean(some, p -> p.y().mean()), mean(some, p -> p.y().std()), mean(some, p -> p.y().ci95()),
                first.seeds(), first.nodes(), mean(some, p -> p.y().min()), mean(some, p -> p.y().max()))));
        }
        return thinned;
    }

    private static double mean(List<Point> points, ToDoubleFunction<Point> of) {
        return points.stream().mapToDouble(of).average().orElseThrow();
    }
}
