package io.starling.communication;

/** What came over a connection is not what may come; the connection ends. */
final class BadFrame extends Exception {
    private final transient Refusal refusal;

    BadFrame(Refusal refusal, String detail) {
        // Hostile peers make many of these: no stack trace is taken.
        super(refusal.label() + ": " + detail, null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
