package io.starling.sharing;

import io.starling.engine.ScratchPool.Scratch;
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
public final class Choco extends DifferenceSharing {
    private final float step;

    private Choco(Context context) {
        super(context, Difference.topK(context, "choco"));
        step = context.settings().get(SharingKeys.CONSENSUS_STEP).floatValue();
    }

    @Override
    float[] untold(float[] state, Scratch scratch) {
        float[] untold = scratch.floats(own.length);
        for (int i = 0; i < own.length; i++) {
            untold[i] = state[i] - own[i];
        }
        return untold;
    }

    @Override
    void settle(float[] state) {
        float[] sum = sum();
        for (int i = 0; i < own.length; i++) {
            state[i] += step * (sum[i] - own[i]);
        }
    }

    /** Chosen by {@code sharing.method = choco}. */
    public static final class Factory extends DifferenceSharing.Factory {
        public Factory() {
            super("choco", "CHOCO-SGD: the largest differences to what the neighbours know; static graphs only.",
                List.of(SharingKeys.ALPHA, SharingKeys.ALPHAS, SharingKeys.CONSENSUS_STEP), Choco::new);
        }
    }
}
