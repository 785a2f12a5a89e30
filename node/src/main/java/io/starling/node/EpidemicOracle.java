package io.starling.node;

import io.starling.config.Settings;
import io.starling.graph.weights.Uniform;

/**
 * EL-Oracle of Epidemic Learning: {@link DPsgd} on a fresh random regular graph in every round, with plain averages.
 *
 * @see <a href="https://arxiv.org/abs/2310.01972">de Vos, Farhadkhani, Guerraoui, Kermarrec, Pires, Sharma: Epidemic
 *     Learning: Boosting Decentralized Learning with Randomized Communication, NeurIPS 2023</a>
 */
public final class EpidemicOracle implements Node.Factory {
    @Override
    public String name() {
        return "el-oracle";
    }

    @Override
    public String doc() {
        return "EL-Oracle: d-psgd with plain averages, on graph.kind = epidemic-oracle or dynamic-regular.";
    }

    @Override
    public void check(Settings settings) {
        Correction.check(settings);
        GraphNeeded.by(this, settings, "epidemic-oracle", "dynamic-regular");
    }

    @Override
    public boolean keepsCheckpoints() {
        return true;
    }

    @Override
    public Node create(Node.Context context) {
        return new DPsgd(context, (exchange, state) -> Neighbourhood.ByRound.of(context, new Uniform()));
    }
}
