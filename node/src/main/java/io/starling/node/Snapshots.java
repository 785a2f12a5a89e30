package io.starling.node;

import java.io.IOException;

/** Takes copies of the nodes' models, for who evaluates their mean. Nothing comes back: a node hands its model over and goes on. */
public interface Snapshots {
    /** Wants none. */
    Snapshots NOBODY = (node, rounds, state) -> { };

    /**
     * @param rounds how many rounds the model has been through
     * @param state  not kept after the call
     */
    void take(int node, int rounds, float[] state) throws IOException;
}
