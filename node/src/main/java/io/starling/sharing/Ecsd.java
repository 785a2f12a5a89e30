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
 * ECSD-SGD: like DCD-PSGD, nodes move exactly by what they send, so that replicas are exact; what compression cuts off is not lost
 * but added to the next round's difference, so that a biased compression such as TopK will do.
 *
 * <pre>
 * z = (change by training) + γ (Σ_j W_ij x̂_j − x) + e;  q = TopK(z);  e = z − q;  send q;  x += q;  x̂_j += q_j
 * </pre>
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2021.3084104">Wang, Guo, Qu, Li, Liu: Error-compensated sparsification for
 *     communication-efficient decentralized training in edge environment, IEEE TPDS 2022</a>
 */
public final class Ecsd implements Sharing {
    private final Difference difference;
    private final Replicas replicas;
    private final float[] own;
    private final float[] error;
    private final float step;
    private final ScratchPool pool;

    private Ecsd(Context context) {
        difference = Difference.topK(context, "ecsd");
        replicas = new Replicas(context.topology(), context.node(), context.initial());
        own = context.initial().clone();
        error = new float[own.length];
        step = context.settings().get(SharingKeys.CONSENSUS_STEP).floatValue();
        pool = context.scratch();
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        try (Scratch scratch = pool.borrow()) {
            float[] sum = replicas.sum();
            for (int i = 0; i < own.length; i++) {
                error[i] += state[i] - own[i] + step * (sum[i] - own[i]);
            }
            Content content = difference.write(error, round, degree, scratch);
            Part sent = difference.sent();
            for (int i = 0; i < sent.count(); i++) {
                error[sent.indices()[i]] -= sent.values()[i];
            }
            return content;
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
        return List.of(own, error, replicas.sum());
    }

    @Override
    public float[] shareCounts() {
        return difference.shareCounts();
    }

    /** Chosen by {@code sharing.method = ecsd}. */
    public static final class Factory implements Sharing.Factory {
        @Override
        public String name() {
            return "ecsd";
        }

        @Override
        public String doc() {
            return "ECSD-SGD: the largest differences, what is cut off being added to the next; static graphs only.";
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
            return new Ecsd(context);
        }
    }
}
