package io.starling.graph.generate;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Topology;
import io.starling.random.KeyedRandom;
import java.util.List;
import org.jgrapht.generate.BarabasiAlbertGraphGenerator;

/**
 * Nodes arrive one by one and attach to those that already have many edges: a few hubs, many nodes with few edges.
 * Connected by construction.
 *
 * @see <a href="https://doi.org/10.1126/science.286.5439.509">Barabási, Albert: Emergence of scaling in random networks,
 *     Science 1999</a>
 */
public final class BarabasiAlbert implements Topology.Factory {
    public static final Key<Integer> ATTACHMENTS = Key.integer("graph.attachments").atLeast(1).orElse(2)
        .doc("To how many earlier nodes each node of a Barabási–Albert graph attaches.");

    @Override
    public String name() {
        return "barabasi-albert";
    }

    @Override
    public String doc() {
        return "Every node attaches to graph.attachments earlier ones, preferring those with many edges.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(ATTACHMENTS);
    }

    @Override
    public Topology create(Settings settings, int nodes, long seed) {
        int attachments = settings.get(ATTACHMENTS);
        if (attachments >= nodes) {
            throw new UserError("graph.attachments = " + attachments + " with nodes = " + nodes + ": a node attaches to fewer nodes than "
                + "there are; " + (nodes > 1 ? "set graph.attachments to at most " + (nodes - 1) + ", or " : "") + "use more nodes.");
        }
        KeyedRandom random = KeyedRandom.of(seed, "graph.barabasi-albert");
        return Topology.of(Drawn.by(new BarabasiAlbertGraphGenerator<>(attachments, attachments, nodes, Drawn.from(random))));
    }
}
