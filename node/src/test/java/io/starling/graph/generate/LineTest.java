package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class LineTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new Line();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Test
    void theEndsHaveOneNeighbour() {
        Graph line = topology(5, 0).at(0);
        assertThat(line.targets(0)).containsExactly(1);
        assertThat(line.targets(3)).containsExactly(2, 4);
        assertThat(line.targets(4)).containsExactly(3);
    }
}
