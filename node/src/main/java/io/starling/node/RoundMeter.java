package io.starling.node;

import io.starling.communication.Message;
import io.starling.communication.Traffic;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.MessageRecord;
import io.starling.metrics.RoundRecord;
import io.starling.metrics.SharesRecord;
import io.starling.training.LocalTraining;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

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
    private long startNanos = System.nanoTime();
    private long messagesSent;
    private long payloadSent;
    private long metadataSent;
    private long framingSent;
    private long messagesReceived;
    private long payloadReceived;
    private long metadataReceived;
    private long framingReceived;
    private int round = -1;
    private long cpuBefore;
    private LocalTraining.Result trained;
    private long computeNanos;
    private long slotWaitNanos;
    private long sendNanos;
    private long waitNanos;
    private int missing;
    private int sharedParameters;
    private final boolean listsMessages;
    /** Sender → how long was waited for its message in this round; only for who lists messages. */
    private final Map<Integer, Long> waitNanosBySender = new HashMap<>();

    RoundMeter(Node.Context context) {
        this.context = context;
        listsMessages = context.settings().get(RunKeys.MESSAGES);
    }

    void begin(int newRound) {
        round = newRound;
        cpuBefore = threads.getCurrentThreadCpuTime();
        computeNanos = 0;
        slotWaitNanos = 0;
        sendNanos = 0;
        waitNanos = 0;
        missing = 0;
        sharedParameters = 0;
        waitNanosBySender.clear();
        trained = null;
        messagesSent = 0;
        payloadSent = 0;
        metadataSent = 0;
        framingSent = 0;
        messagesReceived = 0;
        payloadReceived = 0;
        metadataReceived = 0;
        framingReceived = 0;
    }

    void trained(LocalTraining.Result result) {
        trained = result;
        computed(result.computeNanos(), result.waitNanos());
    }

    void computed(long nanos, long waitedForSlotNanos) {
        computeNanos += nanos;
        slotWaitNanos += waitedForSlotNanos;
    }

    /** A message was handed to so many peers. */
    void sent(Message message, int peers, long nanos) {
        sendNanos += nanos;
        int bytes = message.payload().remaining();
        messagesSent += peers;
        metadataSent += (long) peers * message.metadataBytes();
        payloadSent += (long) peers * (bytes - message.metadataBytes());
        framingSent += peers * context.communication().framingBytes(bytes);
    }

    /** So many parameters are in this round's message. */
    void shared(int parameters) {
        sharedParameters += parameters;
    }

    /** A message came that was waited for. */
    void arrived(int sender, long nanos) {
        if (listsMessages) {
            waitNanosBySender.put(sender, nanos);
        }
    }

    /** These messages are this round's; counted when they are used, as early ones arrive in any round. */
    void received(Collection<Message> messages, long nanos) {
        waitNanos += nanos;
        for (Message message : messages) {
            int bytes = message.payload().remaining();
            messagesReceived++;
            metadataReceived += message.metadataBytes();
            payloadReceived += bytes - message.metadataBytes();
            framingReceived += context.communication().framingBytes(bytes);
            if (listsMessages && message.kind() == Message.Kind.MODEL) {
                context.metrics().message(new MessageRecord(context.id(), context.incarnation(), round, message.sender(), message.incarnation(), message.round(),
                    bytes - message.metadataBytes(), message.metadataBytes(), context.communication().framingBytes(bytes),
                    waitNanosBySender.getOrDefault(message.sender(), 0L) / NANOS_PER_MILLI));
            }
        }
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

    /** The node is what another was before it, for so long. */
    void hasRunBefore(long millis) {
        startNanos = System.nanoTime() - millis * 1_000_000;
    }

    long elapsedMillis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    void end(int degree) {
        Traffic traffic = new Traffic(messagesSent, payloadSent, metadataSent, framingSent,
            messagesReceived, payloadReceived, metadataReceived, framingReceived, 0);
        context.metrics().round(new RoundRecord(context.id(), context.incarnation(), round, elapsedMillis(),
            trained.meanLoss(), trained.steps(), trained.samples(),
            computeNanos / NANOS_PER_MILLI, slotWaitNanos / NANOS_PER_MILLI, sendNanos / NANOS_PER_MILLI, waitNanos / NANOS_PER_MILLI,
            (threads.getCurrentThreadCpuTime() - cpuBefore) / NANOS_PER_MILLI,
            traffic, sharedParameters, degree, missing, memory.getHeapMemoryUsage().getUsed()));
    }
}
