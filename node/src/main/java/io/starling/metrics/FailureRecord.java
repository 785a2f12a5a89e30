package io.starling.metrics;

/**
 * Something that went wrong: a row of the table {@code failures}.
 *
 * @param kind  {@code missing} (a neighbour's message did not come), {@code unsent} (a message could not be handed over),
 *              {@code refused} (somebody unwelcome at the door), {@code failed} (the node itself ended with an error),
 *              {@code dropped} (results that could not be written), {@code sampler} (the peer sampler named no neighbours)
 * @param peer  the other node, or -1
 * @param round -1 if it happened outside of a round
 */
public record FailureRecord(int node, int incarnation, int round, String kind, int peer, long waitedMillis, String message) {
}
