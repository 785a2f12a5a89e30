package io.starling.node;

import io.starling.communication.Traffic;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.RoundRecord;
import io.starling.metrics.SharesRecord;
import io.starling.training.LocalTraining;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Takes a node's times, round by round. The parts of a node add to it what they took; {@link #end} makes the row.
 *
 * <p>Used by the node's thread only.
 */
final class RoundMeter {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Node.Context context;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final long startNanos = System.nanoTime();
    private Traffic trafficBefore = Traffic.NONE;
    private int round = -1;
    private long cpuBefore;
    private LocalTraining.Result trained;
    private long computeNanos;
    private long slotWaitNanos;
    private long sendNanos;
    private long waitNanos;
    private int missing;

    RoundMeter(Node.Context context) {
        this.context = context;
    }

    void begin(int newRound) {
        round = newRound;
        cpuBefore = threads.getCurrentThreadCpuTime();
        computeNanos = 0;
        slotWaitNanos = 0;
        sendNanos = 0;
        waitNanos = 0;
        missing = 0;
        trained = null;
    }

    void trained(LocalTraining.Result result) {
        trained = result;
        computed(result.computeNanos(), result.waitNanos());
    }

    void computed(long nanos, long waitedForSlotNanos) {
        computeNanos += nanos;
        slotWaitNanos += waitedForSlotNanos;
    }

    void sent(long nanos) {
        sendNanos += nanos;
    }

    void waited(long nanos) {
        waitNanos += nanos;
    }

    /** A neighbour's message did not come. */
    void missing(int peer, long waitedMillis, String reason) {
        missing++;
        failure("missing", peer, waitedMillis, reason);
    }

    void failure(String kind, int peer, long waitedMillis, String message) {
        context.metrics().failure(new FailureRecord(context.id(), context.incarnation(), round, kind, peer, waitedMillis, message));
    }

    /** How often the node's parameters were shared, as percentiles; nothing if nobody counted. */
    void shares(float[] counts) {
        float[] sorted = counts.clone();
        Arrays.sort(sorted);
        for (int percent = 0; percent <= 100 && sorted.length > 0; percent++) {
            int at = (int) Math.round(percent / 100.0 * (sorted.length - 1));
            context.metrics().shares(new SharesRecord(context.id(), context.incarnation(), percent, (long) sorted[at]));
        }
    }

    long elapsedMillis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    void end(int degree) {
        Traffic traffic = context.communication().traffic();
        context.metrics().round(new RoundRecord(context.id(), context.incarnation(), round, elapsedMillis(),
            trained.meanLoss(), trained.steps(), trained.samples(),
            computeNanos / NANOS_PER_MILLI, slotWaitNanos / NANOS_PER_MILLI, sendNanos / NANOS_PER_MILLI, waitNanos / NANOS_PER_MILLI,
            (threads.getCurrentThreadCpuTime() - cpuBefore) / NANOS_PER_MILLI,
            traffic.since(trafficBefore), degree, missing, memory.getHeapMemoryUsage().getUsed()));
        trafficBefore = traffic;
    }
}
