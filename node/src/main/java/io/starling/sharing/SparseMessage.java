package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.engine.ScratchPool;
import io.starling.random.KeyedRandom;
import io.starling.sharing.averaging.Averaging.Part;
import io.starling.sharing.selection.Selection;

/**
 * Chosen coefficients on the wire: the sender's degree, how many there are, which, and their values.
 *
 * <pre>
 * degree: varint | count: varint | indices, as the selection says them | values, as the codec writes them
 * </pre>
 *
 * Belongs to one node, whose outgoing message it holds.
 */
final class SparseMessage {
    private final Selection selection;
    private final ValueCodec codec;
    private final int format;
    private final int size;
    private final long seed;
    private final int node;
    private final Output outgoing = new Output();

    /**
     * The format of a method's messages.
     *
     * @param format a name for everything that sender and receiver must agree on; a message of another format is refused
     * @param size   of how many coefficients some are chosen
     */
    SparseMessage(String format, Selection selection, ValueCodec codec, int size, long seed, int node) {
        this.selection = selection;
        this.codec = codec;
        this.format = (format + "/" + size).hashCode();
        this.size = size;
        this.seed = seed;
        this.node = node;
    }

    Sharing.Content write(int[] chosen, int count, float[] values, int round, int degree) {
        outgoing.clear();
        outgoing.writeVarint(degree);
        outgoing.writeVarint(count);
        selection.write(chosen, count, size, outgoing);
        int metadata = outgoing.size();
        codec.encode(values, count, KeyedRandom.key(seed, "values", node, round), outgoing);
        return new Sharing.Content(format, metadata, count, outgoing.view());
    }

    /** Replaces the values by what the receivers of the last message will see. */
    void asReceived(int metadataBytes, int count, float[] values) {
        if (codec.isLossless()) {
            return;
        }
        try {
            Input in = Input.copyOf(outgoing.view());
            in.skip(metadataBytes);
            codec.decode(in, count, values);
        } catch (CorruptData e) {
            throw new IllegalStateException("the node's own message cannot be decoded: " + e.getMessage(), e);
        }
    }

    /** What a neighbour shared, in borrowed memory. */
    Part read(Message message, Sharing.Mixing mixing, ScratchPool.Scratch scratch) throws Sharing.MalformedMessage {
        if (message.codec() != format) {
            throw new Sharing.MalformedMessage(message.sender(), "its format is not this node's; all nodes need the same sharing.method, "
                + "model and compression");
        }
        try {
            Input in = Input.copyOf(message.payload(), scratch);
            int degree = in.readVarint();
            int count = in.readVarint();
            if (count > size) {
                throw new CorruptData(count + " values of a model with " + size);
            }
            int[] indices = scratch.ints(count + 1);
            selection.read(in, count, size, indices);
            float[] values = scratch.floats(count);
            codec.decode(in, count, values);
            in.requireEnd();
            return new Part(message.sender(), mixing.weight(message.sender(), degree), count, indices, values);
        } catch (CorruptData e) {
            throw new Sharing.MalformedMessage(message.sender(), e.getMessage());
        }
    }
}
