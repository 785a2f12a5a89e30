package io.starling.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphTest {
    @Test
    void edgesGoBothWaysAndRepeatingOneIsHarmless() {
        Graph graph = Graph.builder(4).edge(2, 0).edge(0, 2).edge(0, 1).build();
        assertThat(graph.targets(0)).containsExactly(1, 2);
        assertThat(graph.sources(0)).containsExactly(1, 2);
        assertThat(graph.targets(3)).isEmpty();
        assertThat(graph.arcs()).isEqualTo(4);
        assertThat(graph.isSymmetric()).isTrue();
        assertThat(graph.isConnected()).isFalse();
        assertThat(graph.unreached()).isEqualTo(3);
        assertThat(graph).hasToString("4 nodes, 2 edges");
    }

    @Test
    void arcsGoOneWay() {
        Graph graph = Graph.builder(3).arc(0, 1).arc(1, 2).arc(0, 2).build();
        assertThat(graph.targets(0)).containsExactly(1, 2);
        assertThat(graph.sources(0)).isEmpty();
        assertThat(graph.sources(2)).containsExactly(0, 1);
        assertThat(graph.degree(2)).isEqualTo(2);
        assertThat(graph.outDegree(2)).isZero();
        assertThat(graph.isSymmetric()).isFalse();
        assertThat(graph).hasToString("3 nodes, 3 arcs");
    }

    @Test
    void connectedMeansThereAndBack() {
        assertThat(Graph.builder(3).arc(0, 1).arc(1, 2).build().isConnected()).isFalse();
        assertThat(Graph.builder(3).arc(0, 1).arc(1, 2).arc(2, 0).build().isConnected()).isTrue();
        assertThat(Graph.builder(1).build().isConnected()).isTrue();
        assertThat(Graph.builder(2).build().isConnected()).isFalse();
    }

    @Test
    void weightsBelongToTheReceiver() {
        Graph graph = Graph.builder(3).arc(2, 0, 0.25f).arc(1, 0, 0.5f).arc(0, 1, 0.125f).arc(1, 0, 0.5f).build();
        assertThat(graph.isWeighted()).isTrue();
        assertThat(graph.weight(0, 1)).isEqualTo(0.5f);
        assertThat(graph.weight(0, 2)).isEqualTo(0.25f);
        assertThat(graph.weight(1, 0)).isEqualTo(0.125f);
        assertThat(graph.weight(2, 0)).isZero();
    }

    @Test
    void graphsWithOtherWeightsAreOtherGraphs() {
        Graph graph = Graph.builder(2).edge(0, 1, 0.5f).build();
        assertThat(graph).isEqualTo(Graph.builder(2).arc(1, 0, 0.5f).arc(0, 1, 0.5f).build())
            .hasSameHashCodeAs(Graph.builder(2).edge(0, 1, 0.5f).build());
        assertThat(graph).isNotEqualTo(Graph.builder(2).edge(0, 1, 0.25f).build()).isNotEqualTo(Graph.builder(2).edge(0, 1).build());
    }

    @Test
    void aUnionHasTheArcsOfAll() {
        Graph ring = Graph.builder(4).edge(0, 1).edge(1, 2).edge(2, 3).edge(3, 0).build();
        Graph union = Graph.union(List.of(ring, Graph.builder(4).arc(0, 2, 0.5f).build(), ring));
        assertThat(union.arcs()).isEqualTo(9);
        assertThat(union.isWeighted()).isFalse();
        assertThat(union.targets(0)).containsExactly(1, 2, 3);
        assertThat(Graph.union(List.of(ring))).isSameAs(ring);
    }

    @Test
    void aUnionOfManyDenseGraphsFitsInMemory() {
        Graph.Builder complete = Graph.builder(400);
        for (int a = 0; a < 400; a++) {
            for (int b = a + 1; b < 400; b++) {
                complete.edge(a, b);
            }
        }
        Graph graph = complete.build();
        assertThat(Graph.union(Collections.nCopies(40, graph))).isEqualTo(graph);
    }

    @Test
    void cannotBeChangedThroughWhatItGivesOut() {
        Graph graph = Graph.builder(2).edge(0, 1).build();
        graph.targets(0)[0] = 7;
        graph.sources(0)[0] = 7;
        assertThat(graph.targets(0)).containsExactly(1);
        assertThat(graph.sources(0)).containsExactly(1);
    }

    @Test
    void refusesWhatIsNoEdge() {
        assertThatThrownBy(() -> Graph.builder(3).edge(1, 1)).hasMessageContaining("1 -> 1");
        assertThatThrownBy(() -> Graph.builder(3).edge(0, 3)).hasMessageContaining("0 -> 3");
        assertThatThrownBy(() -> Graph.builder(3).arc(-1, 0)).hasMessageContaining("-1 -> 0");
        assertThatThrownBy(() -> Graph.builder(3).edge(0, 1).edge(1, 2, 0.5f)).hasMessageContaining("weights");
        assertThatThrownBy(() -> Graph.builder(3).arc(0, 1, 0.5f).arc(0, 1, 0.25f).build()).hasMessageContaining("two weights");
        assertThatThrownBy(() -> Graph.builder(0)).hasMessageContaining("at least one node");
        assertThatThrownBy(() -> Graph.builder(2).edge(0, 1).build().weight(0, 1)).isInstanceOf(IllegalStateException.class);
    }
}
