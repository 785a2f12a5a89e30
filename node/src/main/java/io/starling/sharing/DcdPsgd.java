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
 * DCD-PSGD: nodes average their neighbours' replicas, and send an unbiased compression of how far that and training would move
 * their model; then they move exactly by what they sent, so that replicas are exact.
 *
 * <pre>
 * z = Σ_j W_ij x̂_j + (change by training) − x;  send C(z);  x += C(z);  x̂_j += C(z_j)
 * </pre>
 *
 * C is random subsampling, scaled up by 1/α. The method converges for mild compression only; below some α, which depends on the
 * graph, the scaled noise grows without bound.
 *
 * @see <a href="https://proceedings.neurips.cc/paper/2018/hash/44feb0096faa8326192570788b38c1d1-Abstract.html">Tang, Gan, Zhang, Zhang, Liu:
 *     Communication compression for decentralized training, NeurIPS 2018</a>
 */
public final class DcdPsgd implements Sharing {
    private final Difference difference;
    private final Replicas replicas;
    private final float[] own;
    private final ScratchPool pool;

    private DcdPsgd(Context context) {
        difference = Difference.unbiased(context, "dcd");
        replicas = new Replicas(context.topology(), context.node(), context.initial());
        own = context.initial().clone();
        pool = context.scratch();
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        try (Scratch scratch = pool.borrow()) {
            float[] sum = replicas.sum();
            float[] move = scratch.floats(own.length);
            for (int i = 0; i < own.length; i++) {
                move[i] = sum[i] - own[i] + (state[i] - own[i]);
            }
            return difference.write(move, round, degree, scratch);
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
            System.arraycopy(own, 0, state, 0, own.length);
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

    /** Chosen by {@code sharing.method = dcd}. */
    public static final class Factory implements Sharing.Factory {
        @Override
        public String name() {
            return "dcd";
        }

        @Override
        public String doc() {
            return "DCD-PSGD: random differences, scaled up so that they are right on average; static graphs, sharing.alpha near 1.";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(SharingKeys.ALPHA, SharingKeys.ALPHAS);
        }

        @Override
        public void check(Settings settings, Topology topology, int size) {
            Difference.check(name(), settings, topology);
        }

        @Override
        public Sharing create(Context context) {
            return new DcdPsgd(context);
        }
    }
}
