package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomMatchingTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new RandomMatching();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.KEEPS_MEAN};
    }

    @Test
    void everyNodeHasOnePartner() {
        Graph even = topology(16, 1).at(3);
        assertThat(IntStream.range(0, 16).map(even::degree)).containsOnly(1);
        Graph odd = topology(17, 1).at(3);
        assertThat(IntStream.range(0, 17).map(odd::degree).sum()).isEqualTo(16);
    }
}
