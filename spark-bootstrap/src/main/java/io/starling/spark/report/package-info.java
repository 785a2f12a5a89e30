/**
 * What runs came to, for people to look at: one page, tables, pictures.
 *
 * <p>{@link io.starling.spark.report.RunTables#of} lets Spark SQL boil the tables of results down to a few numbers a round;
 * {@link io.starling.spark.report.Curves} puts runs that differ by their seed only together; {@link io.starling.spark.report.Figures} says what is
 * drawn, and {@link io.starling.spark.report.HtmlReport}, {@link io.starling.spark.report.PngReport} and
 * {@link io.starling.spark.report.CsvReport} write it.
 *
 * <pre>
 * Results ──Spark SQL──> RunTables (one a run) ──> Curves (one a configuration) ──> Figures ──> HTML, PNG
 *                                                       └───────────────────────────────────> CSV
 * </pre>
 */
package io.starling.spark.report;
