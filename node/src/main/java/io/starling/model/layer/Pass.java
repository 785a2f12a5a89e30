package io.starling.model.layer;

/** What all units of a network see during one pass over a batch; reused from step to step. */
final class Pass {
    /** Parameters, then buffers. */
    float[] state;
    /** Where the flat gradient goes; null in evaluation. */
    float[] gradient;
    /** Where the buffers start in the state. */
    int buffersAt;
    boolean training;
    /** Samples in the batch. */
    int size;
    /** Randomness of this step. */
    long key;
}
