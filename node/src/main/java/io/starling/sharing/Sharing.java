package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
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

    /**
     * Encoded content.
     *
     * @param metadataBytes how many of the bytes are not parameter values
     * @param bytes         from position to limit; valid until the next call of {@link #message}
     */
    record Content(int codec, int metadataBytes, ByteBuffer bytes) {
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

    /** Makes the sharing method named by {@code sharing.method}. */
    interface Factory extends ModuleFactory {
        Sharing create(Settings settings, int node, int stateCount, long seed);
    }
}
