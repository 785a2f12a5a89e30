package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class StarTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Star();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Test
    void node0IsTheHub() {
        Graph star = topology(4, 0).at(0);
        assertThat(star.targets(0)).containsExactly(1, 2, 3);
        assertThat(star.targets(2)).containsExactly(0);
    }
}
