package io.starling.sharing;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.sharing.averaging.Averaging.Part;
import java.util.List;

/**
 * What a node knows of its neighbourhood without ever receiving a whole model: Σ_j W_ij x̂_j, where x̂_j is node j's model as far
 * as j has told it, the node itself among them.
 *
 * <p>All nodes begin with the same model, so it is that; then every x̂_j moves by what j's messages say, and the sum by their
 * weighted sum. This needs the same weights in all rounds: a static graph. A message that does not come is lost for good; the sum
 * then stays behind by it.
 */
final class Replicas {
    private final Topology topology;
    private final int node;
    private final float[] sum;

    Replicas(Topology topology, int node, float[] initial) {
        this.topology = topology;
        this.node = node;
        sum = initial.clone();
    }

    /** The weighted sum; live. */
    float[] sum() {
        return sum;
    }

    /** Moves every replica by what its node has sent; {@code own} is this node's own message. */
    void move(Part own, List<Part> received, Sharing.Mixing mixing) {
        add(own, ownWeight(mixing));
        for (Part part : received) {
            add(part, part.weight());
        }
    }

    /** By the graph, not by who was heard of in this round. */
    private float ownWeight(Sharing.Mixing mixing) {
        Graph graph = topology.at(0);
        float own = 1;
        for (int source : graph.sources(node)) {
            own -= mixing.weight(source, graph.degree(source));
        }
        return own;
    }

    private void add(Part part, float weight) {
        for (int i = 0; i < part.count(); i++) {
            sum[part.indices()[i]] += weight * part.values()[i];
        }
    }
}
