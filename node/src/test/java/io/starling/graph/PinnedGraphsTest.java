package io.starling.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The graph of a seed never changes, or runs recorded with it could not be repeated. If one of these fails, a random stream,
 * a construction or JGraphT has changed: find out which, and do not just correct the number.
 */
class PinnedGraphsTest {
    @ParameterizedTest
    @CsvSource({
        "regular, 1939837888", "erdos-renyi, 1584598208", "small-world, 721175936",
        "barabasi-albert, 1350329792", "equi-static, 1488439296", "dynamic-regular, -49037646",
        "epidemic-local, -567098950", "random-matching, 1120254768", "equi-dyn, 418971072",
        "base, -1926004352", "d-cliques, -1992051392"})
    void theGraphsOfASeedAreTheSameForEver(String kind, int hash) {
        GraphSettings settings = GraphSettings.none().with(GraphKeys.KIND, kind).with(GraphKeys.DEGREE, 4);
        Topology topology = Topologies.create(settings, 30, 42, path -> "1 2\n3 1\n".repeat(15));
        int all = 0;
        for (int round = 0; round < 4; round++) {
            all = 31 * all + topology.at(round).hashCode();
        }
        assertThat(all).isEqualTo(hash);
    }
}
