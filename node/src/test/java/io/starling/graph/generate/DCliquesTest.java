package io.starling.graph.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.TopologyKit;
import io.starling.random.KeyedRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DCliquesTest extends TopologyKit {
    @Override
    protected Topology.Factory factory() {
        return new DCliques();
    }

    @Override
    protected Claim[] claims() {
        return new Claim[] {Claim.SYMMETRIC, Claim.CONNECTED, Claim.KEEPS_MEAN};
    }

    /** Two of ten labels each, as two shards would give. */
    @Override
    protected String text(String path, int nodes) {
        long[][] counts = new long[nodes][10];
        for (int node = 0; node < nodes; node++) {
            counts[node][node * 10 / nodes] += 50;
            counts[node][node * 7 % 10] += 50;
        }
        return LabelHistograms.text(counts);
    }

    @Test
    void cliquesAreLessSkewedThanRandomOnes() {
        LabelHistograms labels = LabelHistograms.read("labels", text("", 100), 100);
        double random = skew(labels, DCliques.cliques(labels, 10, KeyedRandom.of(1, "test"), 0));
        double swapped = skew(labels, DCliques.cliques(labels, 10, KeyedRandom.of(1, "test"), 1000));
        assertThat(swapped).isLessThan(random / 3);
    }

    private static double skew(LabelHistograms labels, List<int[]> cliques) {
        assertThat(cliques.stream().flatMapToInt(Arrays::stream).sorted().toArray()).isEqualTo(IntStream.range(0, 100).toArray());
        return cliques.stream().mapToDouble(labels::skew).average().orElseThrow();
    }

    @Test
    void aThousandNodesTakeSeconds() {
        assertTimeout(Duration.ofSeconds(20), () -> topology(1024, 1));
    }

    @Test
    void aNodeOfEachLabelMakesAPerfectClique() {
        long[][] counts = new long[20][10];
        for (int node = 0; node < 20; node++) {
            counts[node][node % 10] = 7;
        }
        LabelHistograms labels = LabelHistograms.read("labels", LabelHistograms.text(counts), 20);
        List<int[]> cliques = DCliques.cliques(labels, 10, KeyedRandom.of(1, "test"), 100);
        assertThat(cliques).allSatisfy(clique -> assertThat(labels.skew(clique)).isLessThan(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"ring, 10, 10", "small-world, 20, 30", "complete, 45, 45"})
    void cliquesAreConnectedSparsely(String between, int least, int most) {
        GraphSettings settings = GraphSettings.none().with(DCliques.BETWEEN, between);
        Graph graph = factory().create(settings, 100, 1, path -> text(path, 100)).at(0);
        assertThat(graph.arcs() / 2 - 10 * 45).isBetween(least, most);
        assertThat(graph.maxDegree()).as("the edges between cliques are spread over their members").isLessThanOrEqualTo(10);
    }

    @Test
    void saysWhatIsWrongWithTheCounts() {
        assertThatThrownBy(() -> LabelHistograms.read("l", "1 2\n3 x\n", 2)).isInstanceOf(UserError.class)
            .hasMessageContaining("l, line 2: 'x' is not a count");
        assertThatThrownBy(() -> LabelHistograms.read("l", "1 2\n3\n", 2)).isInstanceOf(UserError.class)
            .hasMessageContaining("l, line 2: it counts 1 labels, but the first line 2");
        assertThatThrownBy(() -> LabelHistograms.read("l", "1, 2\n# none\n0, 0\n", 2)).isInstanceOf(UserError.class)
            .hasMessageContaining("l, line 3: this node has no samples");
        assertThatThrownBy(() -> LabelHistograms.read("l", "1 2\n", 2)).isInstanceOf(UserError.class).hasMessageContaining("of 1 nodes");
        assertThatThrownBy(() -> Topologies.create(GraphSettings.none().with(GraphKeys.KIND, "d-cliques"), 4, 0))
            .isInstanceOf(UserError.class).hasMessageContaining("set graph.label-histograms to a file");
    }
}
