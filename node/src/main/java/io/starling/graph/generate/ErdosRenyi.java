package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;
import java.util.Locale;
import org.jgrapht.generate.GnpRandomGraphGenerator;

/**
 * Each of the possible edges is there with the same probability, independently of the others: G(n, p).
 *
 * <p>Drawn again until it is connected; around p = ln(n)/n that goes from rare to usual, so the default is twice that.
 *
 * @see <a href="https://doi.org/10.1214/aoms/1177706098">Gilbert: Random graphs, Ann. Math. Statist. 1959</a>, and Erdős,
 *     Rényi: On the evolution of random graphs, 1960
 */
public final class ErdosRenyi implements Topology.Factory {
    public static final Key<Double> PROBABILITY = Key.number("graph.probability").between(0, 1).optional()
        .doc("How likely each edge of an Erdős–Rényi graph is; unless given, 2 ln(nodes) / nodes.");

    @Override
    public String name() {
        return "erdos-renyi";
    }

    @Override
    public String doc() {
        return "Each possible edge with probability graph.probability; redrawn until connected.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(PROBABILITY);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        double threshold = Math.log(nodes) / nodes;
        double probability = settings.has(PROBABILITY) ? settings.get(PROBABILITY) : Math.min(1, 2 * threshold);
        return Topology.of(Drawn.connected(seed, "graph.erdos-renyi", 0,
            random -> Drawn.by(new GnpRandomGraphGenerator<>(nodes, probability, Drawn.from(random), false)),
            String.format(Locale.ROOT, "Set graph.probability, now %.4g, to more than ln(%d)/%d = %.4g.",
                probability, nodes, nodes, threshold)));
    }
}
