package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OnePeerExponentialTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new OnePeerExponential();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.KEEPS_MEAN, Claim.REGULAR};
    }

    @Test
    void theDistanceDoublesEveryRound() {
        Topology topology = topology(10, 0);
        assertThat(topology.period()).isEqualTo(4);
        assertThat(IntStream.range(0, 5).map(round -> topology.at(round).targets(7)[0])).containsExactly(8, 9, 1, 5, 8);
    }
}
