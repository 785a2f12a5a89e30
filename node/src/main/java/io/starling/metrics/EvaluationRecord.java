package io.starling.metrics;

/**
 * How well a node's model did on some samples: a row of the table {@code evaluations}.
 *
 * @param rounds how many rounds the model had been through
 * @param part   on which samples: {@link #TEST}, {@link #VALIDATION} or {@link #TRAIN}
 */
public record EvaluationRecord(
        int node, int incarnation, int rounds, String part, long elapsedMillis, double loss, double accuracyPercent, double rmse,
        long samples, double evaluationMillis) {
    /** The test set. */
    public static final String TEST = "test";
    /** Training samples that no node trains on. */
    public static final String VALIDATION = "validation";
    /** The node's own training samples. */
    public static final String TRAIN = "train";
}
