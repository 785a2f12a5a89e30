package io.starling.metrics;

/**
 * How often a node shared its parameters over the whole run: a row of the table {@code shares}.
 *
 * @param percent so many percent of the node's parameters were shared at most {@code shares} times
 */
public record SharesRecord(int node, int incarnation, int percent, long shares) {
}
