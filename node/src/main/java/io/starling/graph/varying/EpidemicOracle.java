package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.Varying;
import io.starling.graph.generate.RandomRegular;
import java.util.List;

/**
 * EL-Oracle: in every round each node exchanges models with s random others, all with the same number. The averages are
 * plain, as any weights by degree are on a regular graph.
 *
 * @see <a href="https://arxiv.org/abs/2310.01972">de Vos, Farhadkhani, Guerraoui, Kermarrec, Pires, Sharma: Epidemic
 *     Learning: Boosting Decentralized Learning with Randomized Communication, NeurIPS 2023</a>
 */
public final class EpidemicOracle implements Topology.Factory {
    @Override
    public String name() {
        return "epidemic-oracle";
    }

    @Override
    public String doc() {
        return "EL-Oracle: every node exchanges models with graph.degree random others in every round.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int degree = RandomRegular.checkedDegree(settings, name(), nodes);
        return new Varying(nodes, round -> RandomRegular.graph(nodes, degree, seed, round));
    }
}
