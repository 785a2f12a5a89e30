package io.starling.sharing;

import io.starling.engine.ScratchPool.Scratch;
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
public final class Ecsd extends DifferenceSharing {
    private final float[] error;
    private final float step;

    private Ecsd(Context context) {
        super(context, Difference.topK(context, "ecsd"));
        error = new float[own.length];
        step = context.settings().get(SharingKeys.CONSENSUS_STEP).floatValue();
    }

    @Override
    float[] untold(float[] state, Scratch scratch) {
        float[] sum = sum();
        for (int i = 0; i < own.length; i++) {
            error[i] += state[i] - own[i] + step * (sum[i] - own[i]);
        }
        return error;
    }

    @Override
    void told(Part sent) {
        for (int i = 0; i < sent.count(); i++) {
            error[sent.indices()[i]] -= sent.values()[i];
        }
    }

    @Override
    void settle(float[] state) {
        System.arraycopy(own, 0, state, 0, own.length);
    }

    @Override
    public List<float[]> memory() {
        return List.of(own, error, sum());
    }

    /** Chosen by {@code sharing.method = ecsd}. */
    public static final class Factory extends DifferenceSharing.Factory {
        public Factory() {
            super("ecsd", "ECSD-SGD: the largest differences, what is cut off being added to the next; static graphs only.",
                List.of(SharingKeys.ALPHA, SharingKeys.ALPHAS, SharingKeys.CONSENSUS_STEP), Ecsd::new);
        }
    }
}
