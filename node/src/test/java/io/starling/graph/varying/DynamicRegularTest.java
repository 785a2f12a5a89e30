package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import java.time.Duration;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DynamicRegularTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new DynamicRegular();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Override
    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(3, 40).map(half -> 2 * half);
    }

    @Test
    void everyRoundHasAnotherGraph() {
        Topology topology = topology(16, 1);
        assertThat(topology.at(1)).isNotEqualTo(topology.at(0)).isNotEqualTo(topology.at(2));
    }

    /** The round's graph is made while all nodes of an executor wait for it. */
    @Test
    void aRoundOf1024NodesIsMadeInMilliseconds() {
        Topology topology = topology(1024, 1);
        topology.at(0);
        assertTimeout(Duration.ofSeconds(5), () -> IntStream.range(1, 50).forEach(topology::at));
    }
}
