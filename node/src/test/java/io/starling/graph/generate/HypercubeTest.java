package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HypercubeTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Hypercube();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Override
    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(0, 7).map(bits -> 1 << bits);
    }

    @Test
    void neighboursDifferInOneBit() {
        assertThat(topology(8, 0).at(0).targets(5)).containsExactly(1, 4, 7);
    }

    @Test
    void needsAPowerOfTwo() {
        assertThatThrownBy(() -> topology(12, 0)).isInstanceOf(UserError.class).hasMessageContaining("set nodes to 8 or 16");
    }
}
