package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.engine.ScratchPool.Scratch;
import io.starling.graph.Topology;
import io.starling.sharing.averaging.Averaging.Part;
import java.util.List;
import java.util.function.Function;

/**
 * The methods whose messages are differences: every node keeps what its neighbours know of its own model, and the weighted sum of what it
 * knows of theirs. They need a static graph, and no message may be lost or used twice.
 */
abstract class DifferenceSharing implements Sharing {
    /** What the neighbours know of this node's model. */
    final float[] own;
    private final Difference difference;
    private final Replicas replicas;
    private final ScratchPool pool;

    DifferenceSharing(Context context, Difference difference) {
        this.difference = difference;
        replicas = new Replicas(context.topology(), context.node(), context.initial());
        own = context.initial().clone();
        pool = context.scratch();
    }

    /** W_ii x̂_i + Σ_j W_ij x̂_j. */
    final float[] sum() {
        return replicas.sum();
    }

    /** What this round's message is made of: the difference of which a part is sent. */
    abstract float[] untold(float[] state, Scratch scratch);

    /** A part of the difference has been written. */
    void told(Part sent) {
        // Most methods forget what is cut off.
    }

    /** The new model, when replicas of all have been moved. */
    abstract void settle(float[] state);

    @Override
    public final Content message(float[] state, int round, int degree) {
        try (Scratch scratch = pool.borrow()) {
            Content content = difference.write(untold(state, scratch), round, degree, scratch);
            told(difference.sent());
            return content;
        }
    }

    @Override
    public final void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage {
        try (Scratch scratch = pool.borrow()) {
            List<Part> parts = difference.read(received, mixing, scratch);
            Part sent = difference.sent();
            for (int i = 0; i < sent.count(); i++) {
                own[sent.indices()[i]] += sent.values()[i];
            }
            replicas.move(sent, parts, mixing);
            settle(state);
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of(own, replicas.sum());
    }

    @Override
    public final float[] shareCounts() {
        return difference.shareCounts();
    }

    /** What the methods' factories have in common. */
    abstract static class Factory extends NamedFactory {
        private final Function<Context, Sharing> method;

        Factory(String name, String doc, List<Key<?>> keys, Function<Context, Sharing> method) {
            super(name, doc, keys);
            this.method = method;
        }

        @Override
        public final void check(Settings settings, Topology topology, int size) {
            Difference.check(name(), settings, topology);
        }

        @Override
        public final boolean sendsDifferences() {
            return true;
        }

        @Override
        public final Sharing create(Context context) {
            return method.apply(context);
        }
    }
}
