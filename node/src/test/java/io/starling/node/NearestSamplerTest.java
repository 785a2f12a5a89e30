package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.communication.NetworkConditions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that tell the peer sampler of their models. */
class NearestSamplerTest {
    @ParameterizedTest
    @ValueSource(strings = {"nearest", "farthest"})
    void nodesTrainWithNeighboursChosenByTheirModels(String order) throws Exception {
        NodesTogether nodes = new NodesTogether("nodes = 8, rounds = 6, seed = 3, model.name = logistic, graph { kind = regular, degree = 4 }, "
            + "training { batch-size = 5, local-steps = 2, lr = 0.1 }, evaluation.every = 3, lateness.deadline = 20s, node.role = d-psgd-sampler, "
            + "sampler { kind = nearest, order = " + order + " }", NetworkConditions.PERFECT).run(null, (node, communication) -> { });
        assertThat(nodes.errors).isEmpty();
        assertThat(nodes.failures).isEmpty();
        assertThat(nodes.rounds).hasSize(8 * 6).allSatisfy(round -> assertThat(round.degree()).isBetween(2, 7));
        // A question is 128 floats; the models themselves go to neighbours only.
        assertThat(nodes.rounds).allSatisfy(round -> assertThat(round.traffic().messagesSent()).isEqualTo(round.degree() + 1));
    }
}
