package io.starling.metrics;

/**
 * A message that a node averaged with: a row of the table {@code messages}.
 *
 * @param round             the receiver's
 * @param sender            whose model it is
 * @param sentRound         the sender's round, which is an earlier or later one where nodes do not wait for each other
 * @param waitMillis        how long the node waited for it in its round; 0 if it had been there already
 */
public record MessageRecord(
        int node, int incarnation, int round, int sender, int senderIncarnation, int sentRound, long payloadBytes, long metadataBytes,
        long framingBytes, double waitMillis) {
}
