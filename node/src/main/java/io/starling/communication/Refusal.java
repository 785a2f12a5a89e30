package io.starling.communication;

/** Why a connection is not, or no longer, served. The label is what {@link Transport#refusals} reports. */
public enum Refusal {
    GARBAGE("garbage"),
    OVERSIZED("oversized frame"),
    CORRUPT("bad checksum"),
    WRONG_RUN("wrong run id"),
    WRONG_SECRET("wrong secret"),
    BAD_TLS("no valid TLS"),
    WRONG_TARGET("wrong target node"),
    WRONG_SENDER("wrong sender"),
    STALE("stale incarnation"),
    OUT_OF_TURN("frame out of turn"),
    TOO_SLOW("handshake too slow"),
    TOO_MANY("too many unauthenticated connections"),
    NOT_ACCEPTED("connection that could not be accepted (too many open files?)");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
