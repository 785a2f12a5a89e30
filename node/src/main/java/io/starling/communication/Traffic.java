package io.starling.communication;

/**
 * What went over a node's links, in bytes: sent as handed to the links, received as taken from the sockets.
 *
 * <p>What a node has sent by the end of a round is the same in every run; what it has received is not, since neighbours may
 * already be a round ahead. Over a whole run without losses the sums of the two over all nodes are equal.
 *
 * @param payloadSent      parameter values, encoded
 * @param metadataSent     the rest of the payload: indices, degrees, seeds
 * @param framingSent      frame headers, handshakes, goodbyes
 * @param staleDropped     messages of a lower incarnation, dropped
 */
public record Traffic(
        long messagesSent, long payloadSent, long metadataSent, long framingSent,
        long messagesReceived, long payloadReceived, long metadataReceived, long framingReceived,
        long staleDropped) {

    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0, 0);

    public long bytesSent() {
        return payloadSent + metadataSent + framingSent;
    }

    public long bytesReceived() {
        return payloadReceived + metadataReceived + framingReceived;
    }

    /** What was added since an earlier reading. */
    public Traffic since(Traffic earlier) {
        return new Traffic(messagesSent - earlier.messagesSent, payloadSent - earlier.payloadSent,
            metadataSent - earlier.metadataSent, framingSent - earlier.framingSent,
            messagesReceived - earlier.messagesReceived, payloadReceived - earlier.payloadReceived,
            metadataReceived - earlier.metadataReceived, framingReceived - earlier.framingReceived,
            staleDropped - earlier.staleDropped);
    }
}
