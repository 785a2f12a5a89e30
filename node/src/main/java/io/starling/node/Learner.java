package io.starling.node;

/** A node with a model of its own, as all are but services. */
interface Learner extends Node {
    /** The node's model, live. */
    float[] state();
}
