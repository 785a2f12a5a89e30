package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.compression.CompressionKeys;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.engine.ScratchPool.Scratch;
import io.starling.graph.Topology;
import io.starling.sharing.averaging.Averaging.Part;
import io.starling.sharing.selection.RandomMask;
import io.starling.sharing.selection.Selection;
import io.starling.sharing.selection.TopK;
import java.util.ArrayList;
import java.util.List;

/**
 * A compressed difference in every message: a selection and a codec, as the methods with replicas use them.
 *
 * <p>The node keeps what it sent, as its neighbours will decode it, until the round's averaging.
 */
final class Difference {
    private final Selection selection;
    private final SparseMessage wire;
    private final Budget budget;
    private final ShareCounter counter;
    private final boolean unbiased;
    private final int size;
    private int[] indices = new int[0];
    private float[] values = new float[0];
    private int count;

    /** @param unbiased divide by the part that is shared, so that a difference is right on average */
    private Difference(Sharing.Context context, String method, String selectionName, boolean unbiased) {
        Settings settings = context.settings();
        size = context.size();
        this.unbiased = unbiased;
        String indexCodec = Recipe.given(settings, CompressionKeys.INDICES, "elias-gamma");
        String valueCodec = Recipe.given(settings, CompressionKeys.VALUES, "f32");
        selection = selectionName.equals("random") ? new RandomMask(context.seed(), context.node())
            : new TopK(Recipe.indexCodec(settings, indexCodec));
        wire = new SparseMessage(String.join("/", method, selectionName, indexCodec, valueCodec), selection, Recipe.valueCodec(settings, valueCodec),
            size, context.seed(), context.node());
        budget = Budget.of(settings, null, context.seed(), context.node());
        counter = ShareCounter.of(settings, size);
    }

    /** The largest ones. */
    static Difference topK(Sharing.Context context, String method) {
        return new Difference(context, method, "top-k", false);
    }

    /** Random ones, scaled up, so that the mean over all choices is the difference itself. */
    static Difference unbiased(Sharing.Context context, String method) {
        return new Difference(context, method, "random", true);
    }

    /** Compresses a difference; {@link #sent()} is then what the neighbours will see. */
    Sharing.Content write(float[] difference, int round, int degree, Scratch scratch) {
        int[] chosen = scratch.ints(size + 1);
        count = selection.choose(difference, size, budget.alpha(round), round, chosen, scratch);
        counter.count(chosen, count);
        if (values.length < count) {
            indices = new int[count];
            values = new float[count];
        }
        float scale = unbiased ? (float) size / count : 1;
        for (int i = 0; i < count; i++) {
            indices[i] = chosen[i];
            values[i] = difference[chosen[i]] * scale;
        }
        Sharing.Content content = wire.write(indices, count, values, round, degree);
        wire.asReceived(content.metadataBytes(), count, values);
        return content;
    }

    Part sent() {
        return new Part(-1, 0, count, indices, values);
    }

    List<Part> read(List<Message> received, Sharing.Mixing mixing, Scratch scratch) throws Sharing.MalformedMessage {
        List<Part> parts = new ArrayList<>();
        for (Message message : received) {
            parts.add(wire.read(message, mixing, scratch));
        }
        return parts;
    }

    float[] shareCounts() {
        return counter.counts();
    }

    /** Refuses a graph that changes, one that is directed, and codecs that nobody knows. */
    static void check(String method, Settings settings, Topology topology) {
        Recipe.indexCodec(settings, Recipe.given(settings, CompressionKeys.INDICES, "elias-gamma"));
        Recipe.valueCodec(settings, Recipe.given(settings, CompressionKeys.VALUES, "f32"));
        if (!topology.isStatic()) {
            throw new UserError("sharing.method = " + method + " keeps replicas of its neighbours' models, so the neighbours must stay the same, but "
                + "graph.kind gives another graph in every round; choose a static graph, or a method without replicas such as jwins-pp or random.");
        }
        if (!topology.at(0).isSymmetric()) {
            throw new UserError("sharing.method = " + method + " needs every neighbour to hear as much as it tells, but the graph is directed; choose an "
                + "undirected graph.");
        }
    }
}
