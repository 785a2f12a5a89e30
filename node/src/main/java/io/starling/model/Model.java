package io.starling.model;

import io.starling.config.Key;
import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A differentiable function over one flat {@code float[]} of parameters.
 *
 * <p>A model holds no parameters itself: it is the description of the layers, immutable and shared by all nodes of an
 * executor. A node owns the flat state; whoever computes owns the {@link Workspace}. Sharing, averaging, codecs and
 * checkpoints work on the flat state and know nothing of layers.
 *
 * <p>The state is the trainable parameters in PyTorch's canonical order, whatever the CPU, followed by the buffers that
 * are averaged but not trained (BatchNorm's running statistics), if any.
 */
public interface Model {
    /** How many of the state's values are trained. */
    int parameterCount();

    /** Length of the flat state: parameters, then buffers. */
    int stateCount();

    /** The named pieces of the state, in order, without gaps. */
    List<Parameter> parameters();

    /** Fills a state with its initial values; the same seed gives the same values everywhere. */
    void initialise(float[] state, long seed);

    /** Activations and scratch for batches of up to this size; belongs to a compute slot, used by one thread at a time. */
    Workspace newWorkspace(int batchCapacity);

    /**
     * Forward and backward pass: writes the gradient of the mean loss over the batch into {@code gradient}
     * (overwriting it), and may update the state's buffers.
     *
     * @param key randomness of this step (dropout)
     * @return the mean loss
     */
    float gradient(float[] state, float[] gradient, Batch batch, Workspace workspace, long key);

    /** Forward pass in evaluation mode: adds the batch's loss, right answers and squared errors to the score. */
    void score(float[] state, Batch batch, Workspace workspace, Score score);

    /** Scratch memory of one model; only the model knows what is in it. */
    interface Workspace {
        int batchCapacity();
    }

    /**
     * A named piece of the flat state.
     *
     * @param trained false for buffers
     */
    record Parameter(String name, int offset, int[] shape, boolean trained) {
        public int size() {
            int size = 1;
            for (int d : shape) {
                size *= d;
            }
            return size;
        }
    }

    /** Makes the model named by {@code model.name}. */
    interface Factory extends ModuleFactory {
        Model create(Settings settings, SampleShape shape);

        /**
         * What stands in files that the settings name, to take the place of their names before executors, which may not have the files, see
         * the settings.
         *
         * @param read gives the text of a file
         */
        default Map<Key<String>, String> fileTexts(Settings settings, UnaryOperator<String> read) {
            return Map.of();
        }
    }
}
