package io.starling.sharing;

import io.starling.engine.ScratchPool.Scratch;
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
public final class DcdPsgd extends DifferenceSharing {
    private DcdPsgd(Context context) {
        super(context, Difference.unbiased(context, "dcd"));
    }

    @Override
    float[] untold(float[] state, Scratch scratch) {
        float[] sum = sum();
        float[] move = scratch.floats(own.length);
        for (int i = 0; i < own.length; i++) {
            move[i] = sum[i] - own[i] + (state[i] - own[i]);
        }
        return move;
    }

    @Override
    void settle(float[] state) {
        System.arraycopy(own, 0, state, 0, own.length);
    }

    /** Chosen by {@code sharing.method = dcd}. */
    public static final class Factory extends DifferenceSharing.Factory {
        public Factory() {
            super("dcd", "DCD-PSGD: random differences, scaled up so that they are right on average; static graphs, sharing.alpha near 1.",
                List.of(SharingKeys.ALPHA, SharingKeys.ALPHAS), DcdPsgd::new);
        }
    }
}
