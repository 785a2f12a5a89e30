package io.starling.metrics;

/**
 * Takes what nodes measure of themselves. Called from the nodes' threads: an implementation never blocks and never throws,
 * so that measuring cannot slow or end a training.
 */
public interface Metrics {
    void round(RoundRecord record);

    void evaluation(EvaluationRecord record);

    void failure(FailureRecord record);

    /** Only if asked for; so who has no use for it need not take it. */
    default void classAccuracy(ClassRecord record) {
    }

    /** Only if asked for. */
    default void shares(SharesRecord record) {
    }

    /** Only if asked for. */
    default void message(MessageRecord record) {
    }

    /** Hands everything to both. */
    default Metrics and(Metrics other) {
        Metrics first = this;
        return new Metrics() {
            @Override
            public void round(RoundRecord record) {
                first.round(record);
                other.round(record);
            }

            @Override
            public void evaluation(EvaluationRecord record) {
                first.evaluation(record);
                other.evaluation(record);
            }

            @Override
            public void failure(FailureRecord record) {
                first.failure(record);
                other.failure(record);
            }

            @Override
            public void classAccuracy(ClassRecord record) {
                first.classAccuracy(record);
                other.classAccuracy(record);
            }

            @Override
            public void shares(SharesRecord record) {
                first.shares(record);
                other.shares(record);
            }

            @Override
            public void message(MessageRecord record) {
                first.message(record);
                other.message(record);
            }
        };
    }
}
