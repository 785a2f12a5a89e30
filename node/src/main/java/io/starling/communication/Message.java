package io.starling.communication;

import java.nio.ByteBuffer;

/**
 * What one node tells another, before framing.
 *
 * <p>It does not say for whom it is, so that it is encoded once and the same buffer goes to every neighbour.
 *
 * @param sender        node id
 * @param incarnation   the sender's incarnation
 * @param round         the sender's round, from 0
 * @param kind          what it is, so that a role can tell models from requests
 * @param channel       separates conversations of one kind; 0 unless a role needs more
 * @param codec         how the payload is encoded; see the sharing method that made it
 * @param metadataBytes how many bytes of the payload are not parameter values (indices, degrees, seeds), for accounting
 * @param payload       from position to limit; a receiver must not change it
 */
public record Message(int sender, int incarnation, int round, Kind kind, int channel, int codec, int metadataBytes, ByteBuffer payload) {

    /** Kinds of messages between nodes; the number is the one on the wire. */
    public enum Kind {
        /** Parameters, or a part of them. */
        MODEL(1),
        /** A question or an answer between a node and a service node, such as the peer sampler. */
        CONTROL(2),
        /** Raw samples. */
        SAMPLES(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** The kind of a number on the wire, or null. */
        public static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    public static Message model(int sender, int incarnation, int round, int codec, int metadataBytes, ByteBuffer payload) {
        return new Message(sender, incarnation, round, Kind.MODEL, 0, codec, metadataBytes, payload);
    }
}
