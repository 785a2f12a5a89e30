package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.graph.Topology;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a node puts into its message, and how it averages the messages it received.
 *
 * <p>Belongs to one node; what it remembers between rounds is the node's state. Called in turn, once a round:
 * {@link #message} after training, {@link #average} after receiving.
 */
public interface Sharing {
    /**
     * The content of this round's message.
     *
     * @param state  the flat model after training
     * @param degree the number of neighbours this node averages with; travels with the message
     */
    Content message(float[] state, int round, int degree) throws InterruptedException;

    /**
     * Replaces the state by the weighted average of itself and what was received.
     *
     * <p>A neighbour whose message is missing leaves its weight to this node's own model.
     *
     * @param received in ascending order of the sender, at most one of each
     * @throws MalformedMessage if one of them is not what this method sends; the state is then unchanged
     */
    void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage, InterruptedException;

    /** The arrays that a checkpoint must keep beside the model, in a fixed order. Live, not copies. */
    List<float[]> memory();

    /** How often each parameter (or coefficient, in another domain) was put into a message; empty if nobody counts. */
    default float[] shareCounts() {
        return new float[0];
    }

    /**
     * Encoded content.
     *
     * @param metadataBytes how many of the bytes are not parameter values
     * @param parameters    how many parameters (coefficients, in another domain) are in it; 0 if what is shared are no parameters
     * @param bytes         from position to limit; valid until the next call of {@link #message}
     */
    record Content(int codec, int metadataBytes, int parameters, ByteBuffer bytes) {
    }

    /** The weight of a sender's model in this node's average. */
    @FunctionalInterface
    interface Mixing {
        float weight(int sender, int senderDegree);
    }

    /** Somebody sent what cannot be averaged. */
    final class MalformedMessage extends Exception {
        private final int sender;

        public MalformedMessage(int sender, String message) {
            super("message of node " + sender + ": " + message);
            this.sender = sender;
        }

        public int sender() {
            return sender;
        }
    }

    /**
     * What a sharing method is given.
     *
     * @param settings the ones in force for this node
     * @param seed     the experiment's; streams are derived from it by purpose, node and round
     * @param initial  the flat model before the first round, the same at all nodes; to be copied if it is needed later
     * @param scratch  shared with the other nodes of the executor
     */
    record Context(Settings settings, int node, long seed, Topology topology, float[] initial, ScratchPool scratch) {
        /** How many parameters there are to share. */
        public int size() {
            return initial.length;
        }

        /** The same for a part of the model. */
        Context withInitial(float[] part) {
            return new Context(settings, node, seed, topology, part, scratch);
        }
    }

    /** Makes the sharing method named by {@code sharing.method}. */
    interface Factory extends ModuleFactory {
        Sharing create(Context context);

        /**
         * Refuses, with a {@link io.starling.config.UserError} that says why, what this method cannot do. Called before
         * anything is started.
         *
         * @param size how many parameters there are to share
         */
        default void check(Settings settings, Topology topology, int size) {
        }

        /** Whether a message says what has changed since the last one, so that each must be taken exactly once. */
        default boolean sendsDifferences() {
            return false;
        }
    }
}
