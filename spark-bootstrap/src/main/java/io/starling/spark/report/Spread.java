package io.starling.spark.report;

/**
 * A metric's values at the nodes of one run after so many rounds.
 *
 * @param std   of the population, as the nodes are all there are
 * @param nodes how many had a value
 */
public record Spread(double mean, double std, double min, double max, long nodes) {
}
