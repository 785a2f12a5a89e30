package io.starling.model.layer;

/**
 * A layer with its working memory. A training step calls {@link #load} once, {@link #forward} and {@link #backward} for all
 * samples in one or more ranges, and {@link #storeGradient} once.
 *
 * <p>Backward of a range comes after forward of the same range, and before the forward of nothing else that would overwrite
 * what it needs: volumes keep the whole batch's activations.
 */
interface Unit {
    /** Takes what it wants of the state into its own memory, and forgets the last step. */
    default void load(Pass pass) {
    }

    /** Fills the output's values for samples {@code from} to {@code to - 1}. */
    void forward(Pass pass, int from, int to);

    /** From the output's gradient, fills the input's (if there is one) and adds to that of the parameters. */
    void backward(Pass pass, int from, int to);

    /** Writes the gradient of the parameters to the flat gradient, unless {@link #backward} has done so. */
    default void storeGradient(Pass pass) {
    }
}
