package io.starling.spark.rendezvous;

/** The nodes could not be brought together; the message says who was missing or what failed first. */
public final class RendezvousFailed extends Exception {
    public RendezvousFailed(String message) {
        super(message);
    }
}
