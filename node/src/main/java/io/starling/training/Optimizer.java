package io.starling.training;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/** Turns gradients into steps. Belongs to one node; its state is the node's. */
public interface Optimizer {
    /**
     * Changes the first {@code parameterCount} values of the state by one step.
     *
     * @param rate the learning rate of this step, after any schedule
     */
    void step(float[] state, float[] gradient, int parameterCount, float rate);

    /** Forgets momentum and the like, as if new. */
    void reset();

    /** The arrays that a checkpoint must keep, in a fixed order; empty if there are none. Live, not copies. */
    java.util.List<float[]> memory();

    /** Makes the optimizer named by {@code training.optimizer}. */
    interface Factory extends ModuleFactory {
        Optimizer create(Settings settings, int parameterCount);
    }
}
