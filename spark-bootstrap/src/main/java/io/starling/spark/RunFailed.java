package io.starling.spark;

/** A run that could not be brought up, or of which no node finished; the message says what failed first. */
public final class RunFailed extends Exception {
    public RunFailed(String message) {
        super(message);
    }
}
