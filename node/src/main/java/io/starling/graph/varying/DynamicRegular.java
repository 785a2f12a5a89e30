package io.starling.graph.varying;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.Varying;
import io.starling.graph.generate.RandomRegular;
import java.util.List;

/**
 * A fresh {@link RandomRegular} graph in every round.
 *
 * @see <a href="https://doi.org/10.1145/3578356.3592587">Dhasade, Kermarrec, Pires, Sharma, Vujasinovic: Decentralized
 *     Learning Made Easy with DecentralizePy, EuroMLSys 2023</a>, section 3.2
 */
public final class DynamicRegular implements Topology.Factory {
    @Override
    public String name() {
        return "dynamic-regular";
    }

    @Override
    public String doc() {
        return "A fresh random connected graph of degree graph.degree in every round.";
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
