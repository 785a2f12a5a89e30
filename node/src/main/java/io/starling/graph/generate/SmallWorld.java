package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import java.util.List;
import org.jgrapht.generate.WattsStrogatzGraphGenerator;

/**
 * A ring in which every node has its nearest nodes as neighbours, some of the edges then moved to random ends: as
 * clustered as a lattice, with the short ways of a random graph. Drawn again until it is connected.
 *
 * @see <a href="https://doi.org/10.1038/30918">Watts, Strogatz: Collective dynamics of 'small-world' networks, Nature
 *     1998</a>
 */
public final class SmallWorld implements Topology.Factory {
    public static final Key<Double> REWIRING = Key.number("graph.rewiring").between(0, 1).orElse(0.1)
        .doc("How likely an edge of a small-world graph is moved to a random end.");

    @Override
    public String name() {
        return "small-world";
    }

    @Override
    public String doc() {
        return "Watts-Strogatz: a ring with graph.degree (even) nearest neighbours, edges moved with probability graph.rewiring.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(GraphKeys.DEGREE, REWIRING);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int degree = settings.get(GraphKeys.DEGREE);
        double rewiring = settings.get(REWIRING);
        if (degree % 2 != 0 || degree >= nodes) {
            throw new UserError("graph.degree = " + degree + " with nodes = " + nodes + ": graph.kind = " + name()
                + " needs an even degree, half of it on each side, that is less than the number of nodes; "
                + (nodes < 3 ? "use more nodes." : "set graph.degree to " + Math.min(degree - degree % 2 + 2, (nodes - 1) / 2 * 2) + "."));
        }
        return Topology.of(Drawn.connected(seed, "graph.small-world", 0,
            random -> Drawn.by(new WattsStrogatzGraphGenerator<>(nodes, degree, rewiring, false, Drawn.from(random))),
            "Set graph.degree to more than " + degree + ", or graph.rewiring to less than " + rewiring + "."));
    }
}
