package io.starling.metrics;

/**
 * How well a node's model did on the test set: a row of the table {@code evaluations}.
 *
 * @param rounds how many rounds the model had been through
 */
public record EvaluationRecord(
        int node, int incarnation, int rounds, long elapsedMillis, double testLoss, double accuracyPercent, double rmse,
        long samples, double evaluationMillis) {
}
