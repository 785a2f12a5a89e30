package io.starling.spark.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A report as pictures for papers and slides, one file a figure; topologies as SVG, in which a thousand edges stay sharp. */
public final class PngReport {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    /** For print and for fine screens. */
    private static final int SCALE = 2;
    private static final int LONGEST_CATEGORY = 26;
    private static final int LONGEST_TITLE = 80;
    private static final int FEW_POINTS = 30;
    private static final int BAND_ALPHA = 45;
    private static final Color INK = new Color(0x1f2a37);
    private static final Color GRID = new Color(0xdde2e8);
    /** The page's colours on light ground. */
    private static final int[] PALETTE = {0x1f6fb4, 0xd1560c, 0x1a8a5a, 0x9146a8, 0xb58900, 0xc2255c, 0x0b7f8c, 0x6b4f3a, 0x5c6670, 0x4b5fd1};
    private static final int[] PARTS = {0x1f6fb4, 0xe08a3c, 0x8a96a3, 0xc8a415, 0x6a4fb3};
    private static final int[] SHADES = {0xffffff, 0x9cc4e4, 0x3d86c0, 0x0d3c6e};
    private static final float[][] DASHES = {null, {8, 5}, {2, 4}};

    private PngReport() {
    }

    /** Writes {@code <figure>.png} for every figure of the report into a folder, which is made if need be. */
    public static List<Path> write(List<RunTables> runs, Path folder) throws IOException {
        // There may be no screen, and none is needed.
        System.setProperty("java.awt.headless", "true");
        Files.createDirectories(folder);
        List<Curve> curves = Curves.of(runs);
        List<Path> written = new ArrayList<>();
        for (Figures.Section section : new Figures(curves).sections()) {
            for (Figure figure : section.figures()) {
                Path file = folder.resolve(figure.id() + ".png");
                ImageIO.write(image(chart(figure)), "png", file.toFile());
                written.add(file);
            }
        }
        List<TopologyPicture> topologies = TopologyPicture.of(curves).stream().filter(picture -> picture.svg() != null).toList();
        for (int i = 0; i < topologies.size(); i++) {
            written.add(Files.writeString(folder.resolve("topology-" + (i + 1) + ".svg"), topologies.get(i).svg()));
        }
        return written;
    }

    private static BufferedImage image(Chart<?, ?> chart) {
        BufferedImage image = new BufferedImage(SCALE * chart.getWidth(), SCALE * chart.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        return image;
    }

    private static Chart<?, ?> chart(Figure figure) {
        if (figure instanceof Figure.Lines lines) {
            return lines(lines);
        } else if (figure instanceof Figure.Bars bars) {
            return bars(bars);
        }
        return heat((Figure.Heat) figure);
    }

    private static XYChart lines(Figure.Lines figure) {
        // Names of configurations can be long: they get lines of their own below, so that the plot keeps its size.
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT + 20 * figure.lines().size()).title(figure.title()).xAxisTitle(figure.xAxis()).yAxisTitle(figure.yAxis()).build();
        plain(chart.getStyler());
        chart.getStyler().setLegendVisible(figure.lines().size() > 1);
        chart.getStyler().setMarkerSize(6);
        for (Figure.Line line : figure.lines()) {
            band(chart, line);
        }
        for (Figure.Line line : figure.lines()) {
            XYSeries series = chart.addSeries(String.valueOf(line.curve()), line.points().stream().mapToDouble(Figure.Point::x).toArray(),
                line.points().stream().mapToDouble(point -> point.y().mean()).toArray());
            series.setLabel(line.label());
            series.setLineColor(colour(line.curve()));
            series.setMarkerColor(colour(line.curve()));
            series.setLineStyle(stroke(line.curve()));
            series.setMarker(line.points().size() <= FEW_POINTS ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
        }
        return chart;
    }

    /** The confidence interval where there are several seeds, else the deviation over the nodes. */
    private static void band(XYChart chart, Figure.Line line) {
        List<Figure.Point> points = line.points().stream().filter(point -> halfWidth(point.y()) > 0).toList();
        if (points.size() < 2) {
            return;
        }
        int n = points.size();
        double[] x = new double[2 * n];
        double[] y = new double[2 * n];
        for (int i = 0; i < n; i++) {
            Figure.Point point = points.get(i);
            x[i] = point.x();
            y[i] = point.y().mean() + halfWidth(point.y());
            x[2 * n - 1 - i] = point.x();
            y[2 * n - 1 - i] = Math.max(Math.min(0, point.y().mean()), point.y().mean() - halfWidth(point.y()));
        }
        XYSeries series = chart.addSeries("band " + line.curve(), x, y);
        series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
        series.setShowInLegend(false);
        Color colour = colour(line.curve());
        Color pale = new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), BAND_ALPHA);
        series.setFillColor(pale);
        series.setLineColor(new Color(0, 0, 0, 0));
        series.setMarker(SeriesMarkers.NONE);
    }

    private static double halfWidth(Estimate estimate) {
        return estimate.seeds() > 1 ? estimate.ci95() : estimate.std();
    }

    private static CategoryChart bars(Figure.Bars figure) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT + 60).title(figure.title()).yAxisTitle(figure.yAxis()).build();
        plain(chart.getStyler());
        chart.getStyler().setStacked(true).setAvailableSpaceFill(0.6);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        if (figure.categories().size() > 3) {
            chart.getStyler().setXAxisLabelRotation(30);
        }
        chart.getStyler().setSeriesColors(Arrays.stream(PARTS).mapToObj(Color::new).toArray(Color[]::new));
        List<String> names = distinct(figure.categories());
        for (Figure.Part part : figure.parts()) {
            chart.addSeries(part.name(), names, Arrays.stream(part.values()).boxed().map(value -> value.isNaN() ? 0 : value).toList());
        }
        return chart;
    }

    /** Cut to a length, and numbered where that makes them equal. */
    private static List<String> distinct(List<String> labels) {
        List<String> names = new ArrayList<>();
        for (String label : labels) {
            String name = shortened(label, LONGEST_CATEGORY);
            String numbered = name;
            for (int i = 2; names.contains(numbered); i++) {
                numbered = name + " (" + i + ")";
            }
            names.add(numbered);
        }
        return names;
    }

    private static String shortened(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }

    private static HeatMapChart heat(Figure.Heat figure) {
        HeatMapChart chart = new HeatMapChartBuilder().width(WIDTH).height(HEIGHT).title(shortened(figure.title(), LONGEST_TITLE)).xAxisTitle(figure.xAxis()).yAxisTitle(figure.yAxis()).build();
        plain(chart.getStyler());
        chart.getStyler().setRangeColors(Arrays.stream(SHADES).mapToObj(Color::new).toArray(Color[]::new));
        chart.getStyler().setMin(0);
        chart.getStyler().setHeatMapDecimalValueFormatter(value -> String.format(Locale.ROOT, "%,.0f", value));
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setPlotGridLinesVisible(false);
        chart.getStyler().setXAxisMaxLabelCount(24);
        int columns = figure.counts().length;
        int rows = figure.counts()[0].length;
        int[][] counts = new int[columns][rows];
        for (int x = 0; x < columns; x++) {
            for (int y = 0; y < rows; y++) {
                counts[x][y] = (int) Math.min(Integer.MAX_VALUE, figure.counts()[x][y]);
            }
        }
        chart.addSeries("samples", IntStream.range(0, columns).toArray(), IntStream.range(0, rows).toArray(), counts);
        return chart;
    }

    private static void plain(AxesChartStyler style) {
        style.setChartBackgroundColor(Color.WHITE).setPlotBackgroundColor(Color.WHITE).setPlotBorderVisible(false).setChartFontColor(INK);
        style.setChartTitleBoxVisible(false).setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 17)).setChartPadding(14);
        style.setLegendPosition(Styler.LegendPosition.OutsideS).setLegendBorderColor(Color.WHITE).setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14)).setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        style.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(1)).setAxisTickMarksColor(INK).setAxisTickLabelsColor(INK);
        style.setDecimalPattern("#,##0.####").setLocale(Locale.ROOT);
    }

    private static Color colour(int curve) {
        return new Color(PALETTE[curve % PALETTE.length]);
    }

    private static BasicStroke stroke(int curve) {
        float[] dashes = DASHES[curve / PALETTE.length % DASHES.length];
        return dashes == null ? new BasicStroke(2.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
            : new BasicStroke(2.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
    }
}
