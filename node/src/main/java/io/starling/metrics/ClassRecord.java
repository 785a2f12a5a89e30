package io.starling.metrics;

/**
 * How well a model did on the samples of one class: a row of the table {@code classes}.
 *
 * @param node -1 for the mean of all nodes' models
 * @param part as in {@link EvaluationRecord}
 */
public record ClassRecord(int node, int rounds, String part, int label, long samples, double accuracyPercent) {
}
