package io.starling.spark;

import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.Metrics;
import io.starling.metrics.RoundRecord;
import io.starling.spark.rendezvous.RendezvousClient;

/** Tells the driver how far a node is, a few times a second at most. */
final class NodeProgress implements Metrics {
    private static final long INTERVAL_NANOS = 250_000_000;

    private final int node;
    private final RendezvousClient rendezvous;
    private volatile int rounds;
    private long bytesSent;
    private long lastSaid;

    NodeProgress(int node, RendezvousClient rendezvous) {
        this.node = node;
        this.rendezvous = rendezvous;
    }

    /** How many rounds the node has done. */
    int rounds() {
        return rounds;
    }

    @Override
    public void round(RoundRecord record) {
        rounds = record.round() + 1;
        bytesSent += record.traffic().bytesSent();
        if (System.nanoTime() - lastSaid > INTERVAL_NANOS) {
            say(null, null);
        }
    }

    @Override
    public void evaluation(EvaluationRecord record) {
        if (record.part().equals(EvaluationRecord.TEST)) {
            say(finite(record.accuracyPercent()), finite(record.loss()));
        }
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private void say(Double accuracyPercent, Double testLoss) {
        lastSaid = System.nanoTime();
        rendezvous.progress(node, rounds, bytesSent, accuracyPercent, testLoss);
    }

    @Override
    public void failure(FailureRecord record) {
        // The driver learns of failures from the results; a node's own end is told apart.
    }
}
