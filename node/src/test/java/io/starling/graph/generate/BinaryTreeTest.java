package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import org.junit.jupiter.api.Test;

class BinaryTreeTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new BinaryTree();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Test
    void everyNodeHasAParentAndTwoChildren() {
        assertThat(topology(7, 0).at(0).targets(1)).containsExactly(0, 3, 4);
        assertThat(topology(7, 0).at(0).targets(6)).containsExactly(2);
    }
}
