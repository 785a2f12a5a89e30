package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.NetworkConditions;
import io.starling.config.UserError;
import io.starling.metrics.EvaluationRecord;
import io.starling.sharing.Sharings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes that lie, and averages that they spoil or do not. */
class AttackTest {
    private static NodesTogether run(String more) throws Exception {
        String conf = "nodes = 8, rounds = 60, seed = 3, model.name = logistic, graph.kind = complete, "
            + "training { batch-size = 10, local-steps = 2, lr = 0.1 }, evaluation.every = 60, lateness.deadline = 20s\n" + more;
        return new NodesTogether(conf, NetworkConditions.PERFECT).run(null, (node, communication) -> { });
    }

    private static double worstHonestAccuracy(NodesTogether nodes) {
        assertThat(nodes.errors.keySet()).isSubsetOf(3);
        return nodes.evaluations.stream().filter(e -> e.node() != 3 && e.rounds() == 60).mapToDouble(EvaluationRecord::accuracyPercent).min().orElse(0);
    }

    private static String liar(String attack) {
        return "overrides = [{nodes = \"3\", attack { " + attack + " }}]\n";
    }

    @ParameterizedTest
    @CsvSource({"kind = sign-flip,10", "kind = noise,10"})
    void oneLiarSpoilsThePlainAverageButNoRobustOne(String kind, double strength) throws Exception {
        String attack = liar(kind + ", strength = " + strength);
        double honest = worstHonestAccuracy(run(""));
        double spoiled = worstHonestAccuracy(run(attack));
        assertThat(honest).isGreaterThan(85);
        assertThat(spoiled).isLessThan(honest - 10);
        for (String rule : new String[] {"clipping", "trimmed-mean", "median", "krum"}) {
            assertThat(worstHonestAccuracy(run(attack + "sharing.method = robust, robust.rule = " + rule))).as(rule).isGreaterThan(honest - 8);
        }
    }

    @Test
    void aLiarTrainsOnFlippedLabels() throws Exception {
        NodesTogether nodes = run(liar("kind = label-flip") + "graph.kind = ring, sharing.method = robust, robust.rule = median, robust.liars = 1");
        assertThat(worstHonestAccuracy(nodes)).isGreaterThan(80);
        NodesTogether honest = run("graph.kind = ring, sharing.method = robust, robust.rule = median, robust.liars = 1");
        assertThat(nodes.states.get(3)).isNotEqualTo(honest.states.get(3));
    }

    @Test
    void tooFewNeighboursAreRefused() {
        NodesTogether nodes = new NodesTogether("nodes = 8, graph.kind = ring, model.name = logistic, sharing.method = robust, robust.rule = krum", NetworkConditions.PERFECT);
        assertThatThrownBy(() -> Sharings.check(nodes.experiment, nodes.topology, nodes.model)).isInstanceOf(UserError.class)
            .hasMessageContaining("needs 4 neighbours, but node 0 has 2");
    }
}
