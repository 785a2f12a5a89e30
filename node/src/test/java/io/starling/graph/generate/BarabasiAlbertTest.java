package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BarabasiAlbertTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new BarabasiAlbert();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    @Override
    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(3, 70);
    }

    @Test
    void everyLaterNodeAttachesToSoManyEarlierOnes() {
        Graph graph = factory().create(GraphSettings.none().with(BarabasiAlbert.ATTACHMENTS, 3), 100, 1).at(0);
        assertThat(graph.arcs() / 2).isEqualTo(3 + 97 * 3);
        assertThat(graph.maxDegree()).isGreaterThan(12);
    }

    @Test
    void refusesMoreAttachmentsThanNodes() {
        assertThatThrownBy(() -> factory().create(GraphSettings.none().with(BarabasiAlbert.ATTACHMENTS, 5), 4, 1))
            .isInstanceOf(UserError.class).hasMessageContaining("graph.attachments = 5 with nodes = 4").hasMessageContaining("at most 3");
    }
}
