package io.starling.metrics;

import io.starling.communication.Traffic;

/**
 * What one node did in one round: a row of the table {@code rounds}.
 *
 * @param elapsedMillis     from the start of the run's first round on this node to the end of this one
 * @param trainLoss         mean loss of the round's mini-batches
 * @param computeMillis     training and averaging, holding a compute slot
 * @param slotWaitMillis    waiting for a compute slot
 * @param sendMillis        encoding, and handing to the links
 * @param waitMillis        waiting for neighbours' messages
 * @param cpuMillis         CPU time of the node's thread
 * @param traffic           this round's messages, with their frames; handshakes and goodbyes are not part of a round
 * @param sharedParameters  how many parameters were in the round's message
 * @param missing           neighbours whose message did not come in time
 * @param heapBytes         heap in use in this node's JVM at the end of the round
 */
public record RoundRecord(
        int node, int incarnation, int round, long elapsedMillis, double trainLoss, int steps, int samples,
        double computeMillis, double slotWaitMillis, double sendMillis, double waitMillis, double cpuMillis,
        Traffic traffic, int sharedParameters, int degree, int missing, long heapBytes) {
}
