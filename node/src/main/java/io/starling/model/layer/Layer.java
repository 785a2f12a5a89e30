package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;

/** One step of a network, placed: it knows what comes in and where its parameters stand. Immutable, shared by all workspaces. */
public interface Layer {
    Shape output();

    /** Whether it must, or had better, see the whole batch at once; otherwise samples go through one after another. */
    default boolean wholeBatch() {
        return false;
    }

    /** The border of zeros that it reads around its input. */
    default int inputHalo() {
        return 0;
    }

    /** The border of zeros that it reads around the gradient of its output. */
    default int gradientHalo() {
        return 0;
    }

    /** Whether the channels of an image that comes straight from the data set must be padded as those between layers are. */
    default boolean needsPaddedInput() {
        return true;
    }

    /** Multiplications of a forward pass over one sample, as far as they are worth counting; for reports of speed. */
    default long multiplications() {
        return 0;
    }

    /** The layer with memory for batches of up to this size, between two volumes. */
    Unit unit(Kernels kernels, Volume in, Volume out, int capacity);
}
