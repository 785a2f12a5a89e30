package io.starling.spark.report;

import java.util.List;

/** What is to be drawn, whoever draws it. */
public sealed interface Figure {
    /** For file names and links. */
    String id();

    String title();

    /** Curves over a common axis, each with its uncertainty. */
    record Lines(String id, String title, String xAxis, String yAxis, List<Line> lines) implements Figure {
    }

    /** @param curve the number of the curve in the report, which gives its colour */
    record Line(int curve, String label, List<Point> points) {
    }

    /** @param y with its uncertainty over seeds and its spread over nodes */
    record Point(double x, Estimate y) {
        /** A point without either. */
        static Point exact(double x, double y) {
            return new Point(x, new Estimate(y, 0, Double.NaN, 1, 1, y, y));
        }
    }

    /**
     * One bar for each category, made of parts that add up.
     *
     * @param parts each with one value a category
     */
    record Bars(String id, String title, String yAxis, List<String> categories, List<Part> parts) implements Figure {
    }

    /** A part of all bars. */
    record Part(String name, double[] values) {
    }

    /** Counts by column and row as shades. */
    record Heat(String id, String title, String xAxis, String yAxis, long[][] counts) implements Figure {
    }
}
