package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.engine.ScratchPool;
import io.starling.engine.ScratchPool.Scratch;
import io.starling.graph.Topology;
import io.starling.sharing.averaging.Averaging.Part;
import java.util.List;

/**
 * CHOCO-SGD: nodes send the largest differences between their model and what their neighbours know of it, and move towards their
 * neighbours' replicas.
 *
 * <pre>
 * q = TopK(x − x̂);  send q;  x̂ += q;  s += W_ii q + Σ_j W_ij q_j;  x += γ (s − x̂)
 * </pre>
 *
 * Keeps the mean of all models, whatever is cut off, and needs a static graph. With everything shared and γ = 1 it is D-PSGD.
 *
 * @see <a href="https://proceedings.mlr.press/v97/koloskova19a.html">Koloskova, Stich, Jaggi: Decentralized stochastic optimization and
 *     gossip algorithms with compressed communication, ICML 2019</a>
 */
public final class Choco implements Sharing {
    private final Difference difference;
    private final Replicas replicas;
    private final float[] own;
    private final float step;
    private final ScratchPool pool;

    private Choco(Context context) {
        difference = Difference.topK(context, "choco");
        replicas = new Replicas(context.topology(), context.node(), context.initial());
        own = context.initial().clone();
        step = context.settings().get(SharingKeys.CONSENSUS_STEP).floatValue();
        pool = context.scratch();
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        try (Scratch scratch = pool.borrow()) {
            float[] untold = scratch.floats(own.length);
            for (int i = 0; i < own.length; i++) {
                untold[i] = state[i] - own[i];
            }
            return difference.write(untold, round, degree, scratch);
        }
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage {
        try (Scratch scratch = pool.borrow()) {
            List<Part> parts = difference.read(received, mixing, scratch);
            Part sent = difference.sent();
            for (int i = 0; i < sent.count(); i++) {
                own[sent.indices()[i]] += sent.values()[i];
            }
            replicas.move(sent, parts, mixing);
            float[] sum = replicas.sum();
            for (int i = 0; i < own.length; i++) {
                state[i] += step * (sum[i] - own[i]);
            }
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of(own, replicas.sum());
    }

    @Override
    public float[] shareCounts() {
        return difference.shareCounts();
    }

    /** Chosen by {@code sharing.method = choco}. */
    public static final class Factory implements Sharing.Factory {
        @Override
        public String name() {
            return "choco";
        }

        @Override
        public String doc() {
            return "CHOCO-SGD: the largest differences to what the neighbours know; static graphs only.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(SharingKeys.ALPHA, SharingKeys.ALPHAS, SharingKeys.CONSENSUS_STEP);
        }

        @Override
        public void check(Settings settings, Topology topology, int size) {
            Difference.check(name(), settings, topology);
        }

        @Override
        public Sharing create(Context context) {
            return new Choco(context);
        }
    }
}
