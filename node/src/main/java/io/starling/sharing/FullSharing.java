package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.compression.CompressionKeys;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The whole model in every message: D-PSGD (Lian et al., NeurIPS 2017).
 *
 * <p>Content: the sender's degree (4 bytes), then the flat state as little-endian float32. Averaging adds the weighted
 * differences, x_i += Σ_j W_ij (x_j − x_i), so that equal models stay equal to the bit, and partial sharing of everything is this.
 */
public final class FullSharing implements Sharing {
    static final int CODEC = 0;
    private static final int HEADER_BYTES = 4;
    /** Small enough for own and received values of a chunk to stay in the first-level cache. */
    private static final int CHUNK = 2048;

    private final ByteBuffer outgoing;
    private final float[] chunk = new float[CHUNK];
    private final float[] step = new float[CHUNK];
    private final int stateCount;

    public FullSharing(int stateCount) {
        this.stateCount = stateCount;
        outgoing = ByteBuffer.allocate(Math.addExact(HEADER_BYTES, Math.multiplyExact(4, stateCount))).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        outgoing.clear().putInt(degree);
        outgoing.asFloatBuffer().put(state, 0, stateCount);
        return new Content(CODEC, HEADER_BYTES, stateCount, outgoing.rewind());
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage {
        float[] weights = new float[received.size()];
        FloatBuffer[] values = new FloatBuffer[received.size()];
        for (int j = 0; j < weights.length; j++) {
            ByteBuffer payload = content(received.get(j));
            weights[j] = mixing.weight(received.get(j).sender(), payload.getInt());
            values[j] = payload.asFloatBuffer();
        }
        // Chunk by chunk, senders in ascending order within each: the same bits whatever the order of arrival.
        for (int from = 0; from < stateCount; from += CHUNK) {
            int length = Math.min(CHUNK, stateCount - from);
            Arrays.fill(step, 0);
            for (int j = 0; j < weights.length; j++) {
                values[j].get(chunk, 0, length);
                addDifference(state, from, length, chunk, weights[j], step);
            }
            for (int i = 0; i < length; i++) {
                state[from + i] += step[i];
            }
        }
    }

    private ByteBuffer content(Message message) throws MalformedMessage {
        ByteBuffer payload = message.payload().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (message.codec() != CODEC || payload.remaining() != outgoing.capacity()) {
            throw new MalformedMessage(message.sender(), "codec " + message.codec() + " and " + payload.remaining() + " bytes, but a full model of "
                + stateCount + " values has codec " + CODEC + " and " + outgoing.capacity() + " bytes");
        }
        return payload;
    }

    /**
     * Reads a message as it is.
     *
     * @param model gets the sender's model
     * @return the sender's degree
     */
    public int read(Message message, float[] model) throws MalformedMessage {
        ByteBuffer payload = content(message);
        int degree = payload.getInt();
        payload.asFloatBuffer().get(model, 0, stateCount);
        return degree;
    }

    private static void addDifference(float[] state, int from, int length, float[] values, float weight, float[] step) {
        for (int i = 0; i < length; i++) {
            step[i] += weight * (values[i] - state[from + i]);
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of();
    }

    /** Chosen by {@code sharing.method = full}. */
    public static final class Factory implements Sharing.Factory {
        @Override
        public String name() {
            return "full";
        }

        @Override
        public String doc() {
            return "The whole model in every message (D-PSGD).";
        }

        @Override
        public void check(Settings settings, Topology topology, int size) {
            Recipe.ALL.check(settings, topology, size);
        }

        /** With a codec for the values, it is partial sharing of everything; without, the same to the bit but faster. */
        @Override
        public Sharing create(Context context) {
            return context.settings().has(CompressionKeys.VALUES) ? Recipe.ALL.create(context) : new FullSharing(context.size());
        }
    }
}
