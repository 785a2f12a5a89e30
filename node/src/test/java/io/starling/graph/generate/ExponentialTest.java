package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class ExponentialTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Exponential();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void sendsToDoublingDistances() {
        assertThat(topology(10, 0).at(0).targets(3)).containsExactly(1, 4, 5, 7);
    }
}
