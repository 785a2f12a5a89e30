package io.starling.communication;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what goes over a node's links. Safe for use by many threads.
 *
 * <p>Sent is what was handed to a link, so that after a send the figures are the same on every run; received is what
 * arrived, frame by frame, whether or not the node takes it out of its inbox. Where no link is lost, the sums over all nodes of
 * the two sides are equal.
 */
final class TrafficCounter {
    private final LongAdder messagesSent = new LongAdder();
    private final LongAdder payloadSent = new LongAdder();
    private final LongAdder metadataSent = new LongAdder();
    private final LongAdder framingSent = new LongAdder();
    private final LongAdder messagesReceived = new LongAdder();
    private final LongAdder payloadReceived = new LongAdder();
    private final LongAdder metadataReceived = new LongAdder();
    private final LongAdder framingReceived = new LongAdder();
    private final LongAdder staleDropped = new LongAdder();

    /** A message in so many frames. */
    void sent(Message message, int frames) {
        messagesSent.increment();
        payloadSent.add(message.payload().remaining() - message.metadataBytes());
        metadataSent.add(message.metadataBytes());
        framingSent.add((long) frames * FrameHeader.BYTES);
    }

    void framingSent(long bytes) {
        framingSent.add(bytes);
    }

    /** A whole message in so many frames. */
    void received(Message message, int frames) {
        messagesReceived.increment();
        payloadReceived.add(message.payload().remaining() - message.metadataBytes());
        metadataReceived.add(message.metadataBytes());
        framingReceived.add((long) frames * FrameHeader.BYTES);
    }

    /** One frame of a message, or a control frame. */
    void received(FrameHeader frame) {
        if (frame.isControl()) {
            framingReceived.add(FrameHeader.BYTES + frame.length());
            return;
        }
        framingReceived.add(FrameHeader.BYTES);
        metadataReceived.add(frame.metadataPart());
        payloadReceived.add(frame.length() - frame.metadataPart());
        if (frame.isLastPart()) {
            messagesReceived.increment();
        }
    }

    void framingReceived(long bytes) {
        framingReceived.add(bytes);
    }

    void staleDropped() {
        staleDropped.increment();
    }

    Traffic reading() {
        return new Traffic(messagesSent.sum(), payloadSent.sum(), metadataSent.sum(), framingSent.sum(),
            messagesReceived.sum(), payloadReceived.sum(), metadataReceived.sum(), framingReceived.sum(), staleDropped.sum());
    }
}
