package io.starling.graph.varying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EpidemicLocalTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new EpidemicLocal();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {};
    }

    @Override
    protected GraphSettings settings(int nodes) {
        return GraphSettings.none().with(GraphKeys.DEGREE, Math.min(3, Math.max(1, nodes - 1)));
    }

    @Test
    void everyNodeSendsToAsManyAndAveragesPlainlyWhatArrives() {
        Graph graph = topology(64, 1).at(7);
        for (int node = 0; node < 64; node++) {
            assertThat(graph.outDegree(node)).isEqualTo(3);
            for (int source : graph.sources(node)) {
                assertThat(graph.weight(node, source)).isEqualTo(1f / (graph.degree(node) + 1));
            }
        }
    }

    @Test
    void everyOtherNodeIsEquallyLikely() {
        Topology topology = topology(8, 1);
        int[] hits = new int[8];
        for (int round = 0; round < 7000; round++) {
            for (int target : topology.at(round).targets(5)) {
                hits[target]++;
            }
        }
        assertThat(hits[5]).isZero();
        assertThat(IntStream.range(0, 8).filter(node -> node != 5).map(node -> hits[node])).allMatch(hit -> Math.abs(hit - 3000) < 200);
    }

    @Test
    void refusesMoreTargetsThanThereAreOthers() {
        assertThatThrownBy(() -> factory().create(GraphSettings.none(), 5, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.degree = 5 with nodes = 5").hasMessageContaining("at most 4");
    }
}
