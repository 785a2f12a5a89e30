package io.starling.graph.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Repeating;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.weights.Auto;
import io.starling.graph.weights.Uniform;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphDiagnosticsTest {
    private static GraphDiagnostics inspect(String kind, int nodes, int degree) {
        GraphSettings settings = GraphSettings.none().with(GraphKeys.KIND, kind).with(GraphKeys.DEGREE, degree);
        return GraphDiagnostics.of(Topologies.create(settings, nodes, 1), new Auto(), 1e-3, 1000);
    }

    @ParameterizedTest
    @CsvSource({"3", "4", "16", "101", "500"})
    void theGapOfARingIsKnown(int nodes) {
        double second = 1 + 2 * Math.cos(2 * Math.PI / nodes);
        double last = 1 + 2 * Math.cos(2 * Math.PI * (nodes / 2) / nodes);
        double eigenvalue = Math.max(Math.abs(second), Math.abs(last)) / 3;
        assertThat(inspect("ring", nodes, 1).spectralGap()).isCloseTo(1 - eigenvalue, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"4", "33", "200"})
    void theGapOfAStarIsKnown(int nodes) {
        assertThat(inspect("star", nodes, 1).spectralGap()).isCloseTo(1.0 / nodes, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"8, 3", "64, 6", "256, 8"})
    void theGapOfAHypercubeIsKnown(int nodes, int dimension) {
        assertThat(inspect("hypercube", nodes, 1).spectralGap()).isCloseTo(2.0 / (dimension + 1), within(1e-6));
    }

    @Test
    void aStaticGraphIsDescribed() {
        GraphDiagnostics torus = inspect("torus", 16, 1);
        assertThat(torus.symmetric()).isTrue();
        assertThat(torus.messagesPerRound()).isEqualTo(64);
        assertThat(torus.diameter()).isEqualTo(4);
        assertThat(torus.bytesPerRound()).isEqualTo(64_000);
        assertThat(torus.columnStochastic()).isTrue();
        assertThat(torus.isExact()).isFalse();
        assertThat(torus.text()).contains("edges                32").contains("degree               4").contains("64.0 kB in all");
    }

    @Test
    void finiteTimeFamiliesAreExactOverTheirPeriod() {
        assertThat(inspect("complete", 20, 1)).satisfies(complete -> {
            assertThat(complete.isExact()).isTrue();
            assertThat(complete.roundsToConsensus()).isEqualTo(1);
            assertThat(complete.text()).contains("exact mean after a round");
        });
        assertThat(inspect("base", 25, 1)).satisfies(base -> {
            assertThat(base.isExact()).isTrue();
            assertThat(base.roundsToConsensus()).isEqualTo(base.period());
            assertThat(base.maxDegree()).isEqualTo(1);
            assertThat(base.text()).contains("exact mean after " + base.period() + " rounds");
        });
        assertThat(inspect("one-peer-exponential", 16, 1).isExact()).isTrue();
        assertThat(inspect("one-peer-exponential", 17, 1).isExact()).isFalse();
    }

    @Test
    void aTopologyThatNeverRepeatsIsSampled() {
        GraphDiagnostics dynamic = inspect("dynamic-regular", 64, 3);
        assertThat(dynamic.period()).isZero();
        assertThat(dynamic.rounds()).isEqualTo(32);
        assertThat(dynamic.connectedRounds()).isEqualTo(32);
        assertThat(dynamic.roundsToConsensus()).isLessThan(inspect("regular", 64, 3).roundsToConsensus());
        assertThat(dynamic.text()).contains("never repeats").contains("96 a round");
    }

    @Test
    void oneWayGraphsAndMovedMeansAreTold() {
        GraphDiagnostics local = inspect("epidemic-local", 32, 3);
        assertThat(local.symmetric()).isFalse();
        assertThat(local.columnStochastic()).isFalse();
        assertThat(local.rowStochastic()).isTrue();
        assertThat(local.meanMoved()).isGreaterThan(0.001);
        assertThat(local.text()).contains("at most 3 sent").contains("moves the mean").contains("off the mean");
        Topology star = Topologies.create(GraphSettings.none().with(GraphKeys.KIND, "star"), 8, 0);
        assertThat(GraphDiagnostics.of(star, new Uniform(), 1e-3, 1).columnStochastic()).isFalse();
    }

    @Test
    void anUnconnectedGraphNeverAgrees() {
        Topology pairs = Topology.of(Graph.builder(4).edge(0, 1).edge(2, 3).build());
        GraphDiagnostics unconnected = GraphDiagnostics.of(pairs, new Auto(), 1e-3, 1);
        assertThat(unconnected.connected()).isFalse();
        assertThat(unconnected.diameter()).isEqualTo(-1);
        assertThat(unconnected.roundsToConsensus()).isEqualTo(-1);
        assertThat(unconnected.spectralGap()).isCloseTo(0, within(1e-9));
        assertThat(unconnected.text()).contains("infinite").contains("not within 20000 rounds");
    }

    @Test
    void roundsThatOnlyTogetherConnect() {
        Topology turns = new Repeating(List.of(Graph.builder(3).edge(0, 1).build(), Graph.builder(3).edge(1, 2).build()));
        GraphDiagnostics diagnostics = GraphDiagnostics.of(turns, new Auto(), 1e-3, 1);
        assertThat(diagnostics.connected()).isTrue();
        assertThat(diagnostics.connectedRounds()).isZero();
        assertThat(diagnostics.diameter()).isEqualTo(2);
        assertThat(diagnostics.text()).contains("over all rounds; in 0 of 2 by itself");
    }

    @Test
    void oneNodeAgreesWithItself() {
        GraphDiagnostics one = inspect("complete", 1, 1);
        assertThat(one.isExact()).isTrue();
        assertThat(one.roundsToConsensus()).isZero();
        assertThat(one.diameter()).isZero();
    }

    @Test
    void aThousandNodesTakeSeconds() {
        assertTimeout(Duration.ofSeconds(60), () -> {
            assertThat(inspect("complete", 1024, 1).isExact()).isTrue();
            assertThat(inspect("ring", 1024, 1).spectralGap()).isCloseTo(2.0 / 3 * (1 - Math.cos(2 * Math.PI / 1024)), within(1e-7));
            // Friedman 2003: the second eigenvalue of a random d-regular graph is almost surely near 2√(d-1).
            assertThat(inspect("regular", 1024, 5).spectralGap()).isCloseTo(1 - (1 + 2 * Math.sqrt(4)) / 6, within(0.01));
        });
    }
}
