package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class RingTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Ring();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void theEndsMeet() {
        Graph ring = topology(5, 0).at(0);
        assertThat(ring.targets(0)).containsExactly(1, 4);
        assertThat(ring.targets(4)).containsExactly(0, 3);
    }
}
