package io.starling.metrics;

/**
 * How well the mean of all nodes' models did: a row of the table {@code averages}.
 *
 * @param rounds            how many rounds the models had been through
 * @param part              as in {@link EvaluationRecord}
 * @param models            how many models the mean is of: fewer than nodes if some had failed
 * @param consensusDistance mean Euclidean distance of a node's model from the mean
 */
public record AverageRecord(
        int rounds, String part, int models, long elapsedMillis, double loss, double accuracyPercent, double rmse, long samples,
        double consensusDistance, double evaluationMillis) {
}
