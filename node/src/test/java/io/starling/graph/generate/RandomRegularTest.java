package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomRegularTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new RandomRegular();
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

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "4, 3", "16, 5", "17, 4", "40, 2", "100, 98", "100, 99", "101, 50", "256, 2", "1024, 5", "1024, 1022"})
    void everyDegreeFromSparseToDense(int nodes, int degree) {
        Graph graph = RandomRegular.graph(nodes, degree, 7, 0);
        assertThat(graph.isConnected()).isTrue();
        assertThat(graph.isSymmetric()).isTrue();
        for (int node = 0; node < nodes; node++) {
            assertThat(graph.degree(node)).isEqualTo(degree);
        }
    }

    @Test
    void anotherSeedOrRoundGivesAnotherGraph() {
        Graph graph = RandomRegular.graph(16, 5, 1, 0);
        assertThat(RandomRegular.graph(16, 5, 2, 0)).isNotEqualTo(graph);
        assertThat(RandomRegular.graph(16, 5, 1, 1)).isNotEqualTo(graph);
    }

    /** Runs recorded with a seed must stay repeatable: if this fails, the streams or JGraphT have changed. */
    @Test
    void theGraphOfASeedNeverChanges() {
        assertThat(RandomRegular.graph(16, 5, 42, 0).targets(0)).containsExactly(1, 6, 8, 9, 14);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "15 | 5  | nodes × degree must be even; set graph.degree to 4 or 6, or nodes to 16",
        "4  | 5  | set graph.degree to at most 3, or use more nodes",
        "1  | 5  | set graph.kind = complete, or use more nodes",
        "8  | 1  | separate pairs; set graph.degree to at least 2"})
    void saysWhichDegreesExist(int nodes, int degree, String fix) {
        Settings settings = GraphSettings.none().with(GraphKeys.DEGREE, degree);
        assertThatThrownBy(() -> factory().create(settings, nodes, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.degree = " + degree + " with nodes = " + nodes).hasMessageContaining(fix);
    }
}
