package io.starling.graph.weights;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.Graph;
import org.junit.jupiter.api.Test;

class WeightsTest {
    /** Node 0 in the middle, 1, 2 and 3 around it, 4 behind 3. */
    private final Graph graph = Graph.builder(5).edge(0, 1).edge(0, 2).edge(0, 3).edge(3, 4).build();

    @Test
    void metropolisHastingsTakesTheLargerDegree() {
        MetropolisHastings weights = new MetropolisHastings();
        assertThat(weights.of(graph, 0, 3, 2)).isEqualTo(1 / 4f);
        assertThat(weights.of(graph, 3, 0, 3)).isEqualTo(1 / 4f);
        assertThat(weights.of(graph, 4, 3, 2)).isEqualTo(1 / 3f);
    }

    @Test
    void metropolisHastingsBelievesTheMessageAboutTheSendersDegree() {
        assertThat(new MetropolisHastings().of(graph, 4, 3, 9)).isEqualTo(1 / 10f);
    }

    @Test
    void uniformTakesTheReceiversDegree() {
        assertThat(new Uniform().of(graph, 0, 3, 2)).isEqualTo(1 / 4f);
        assertThat(new Uniform().of(graph, 4, 3, 2)).isEqualTo(1 / 2f);
    }

    @Test
    void maxDegreeIsTheSameForAll() {
        assertThat(new MaxDegree().of(graph, 0, 3, 2)).isEqualTo(1 / 4f);
        assertThat(new MaxDegree().of(graph, 4, 3, 2)).isEqualTo(1 / 4f);
    }

    @Test
    void givenAreTheGraphsOwnAndAutoPrefersThem() {
        Graph weighted = Graph.builder(2).arc(0, 1, 0.75f).arc(1, 0, 0.25f).build();
        assertThat(new Given().of(weighted, 1, 0, 1)).isEqualTo(0.75f);
        assertThat(new Auto().of(weighted, 1, 0, 1)).isEqualTo(0.75f);
        assertThat(new Auto().of(graph, 4, 3, 2)).isEqualTo(1 / 3f);
    }
}
