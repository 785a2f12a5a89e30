package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class TorusTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Torus();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void rowsAndColumnsAreRings() {
        assertThat(topology(12, 0).at(0).targets(0)).containsExactly(1, 3, 4, 8);
    }
}
