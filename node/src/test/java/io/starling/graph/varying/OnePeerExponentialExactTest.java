package io.starling.graph.varying;

import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** With 2^k nodes the one-peer exponential graph claims more. */
class OnePeerExponentialExactTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new OnePeerExponential();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.KEEPS_MEAN, Claim.REGULAR, Claim.EXACT};
    }

    @Override
    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(0, 8).map(bits -> 1 << bits);
    }
}
