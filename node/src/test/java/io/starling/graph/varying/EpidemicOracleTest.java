package io.starling.graph.varying;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

class EpidemicOracleTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new EpidemicOracle();
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
}
