package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class CompleteTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Complete();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR, Claim.EXACT};
    }

    @Test
    void has65280ArcsWith256Nodes() {
        Graph complete = topology(256, 0).at(0);
        assertThat(complete.arcs()).isEqualTo(65_280);
        assertThat(complete.maxDegree()).isEqualTo(255);
    }
}
