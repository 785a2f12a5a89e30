package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.NetworkConditions;
import io.starling.config.Experiment;
import io.starling.config.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What D-PSGD does about different data. */
class CorrectionTest {
    /** Gradients of all of a node's samples, so that nothing but the data makes models differ. */
    private static NodesTogether run(String more) throws Exception {
        NodesTogether nodes = new NodesTogether("nodes = 8, rounds = 400, seed = 3, model.name = logistic, graph.kind = ring, "
            + "training { batch-size = 20, local-steps = 1, lr = 0.2 }, evaluation.every = 0\n" + more, NetworkConditions.PERFECT)
            .run(null, (node, communication) -> { });
        assertThat(nodes.errors).isEmpty();
        return nodes;
    }

    private static double distance(NodesTogether nodes) {
        float[] mean = nodes.mean();
        return nodes.states.values().stream().mapToDouble(state -> {
            double sum = 0;
            for (int i = 0; i < mean.length; i++) {
                sum += (state[i] - mean[i]) * (state[i] - mean[i]);
            }
            return Math.sqrt(sum);
        }).average().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"d2", "gradient-tracking"})
    void modelsAgreeAtAConstantRate(String correction) throws Exception {
        double plain = distance(run(""));
        double corrected = distance(run("training.correction = " + correction));
        assertThat(plain).isGreaterThan(0.01);
        assertThat(corrected).isLessThan(plain / 10);
    }

    @Test
    void withoutMomentumQuasiGlobalMomentumIsDPsgd() throws Exception {
        NodesTogether plain = run("rounds = 10");
        NodesTogether zero = run("rounds = 10, training { correction = quasi-global-momentum, quasi-global = 0 }");
        for (int node = 0; node < 8; node++) {
            assertThat(zero.states.get(node)).containsExactly(plain.states.get(node));
        }
    }

    @Test
    void onACompleteGraphGradientTrackingIsGradientDescentOfAll() throws Exception {
        // Everybody then knows the mean gradient one round later; D-PSGD knows it at once.
        NodesTogether plain = run("rounds = 200, graph.kind = complete, training.lr = 0.05");
        NodesTogether tracked = run("rounds = 201, graph.kind = complete, training { lr = 0.05, correction = gradient-tracking }");
        double apart = 0;
        for (int i = 0; i < plain.mean().length; i++) {
            apart = Math.max(apart, Math.abs(plain.mean()[i] - tracked.mean()[i]));
        }
        assertThat(apart).isLessThan(0.01);
    }

    @Test
    void quasiGlobalMomentumGoesFurtherInTheSameRounds() throws Exception {
        float[] start = run("rounds = 1, training.local-steps = 0").mean();
        double plain = norm(run("rounds = 30, training.lr = 0.02").mean(), start);
        double faster = norm(run("rounds = 30, training { lr = 0.02, correction = quasi-global-momentum }").mean(), start);
        assertThat(faster).isGreaterThan(plain * 1.3);
    }

    private static double norm(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    @ParameterizedTest
    @CsvSource({"training.optimizer = adam,training.optimizer = sgd", "sharing.method = random,sharing.method = full", "sharing.parameters = [a],no sharing.parameters"})
    void whatDoesNotGoTogetherIsRefused(String more, String instead) {
        Experiment experiment = Experiment.parse("nodes = 8, training.correction = d2\n" + more, List.of());
        assertThatThrownBy(() -> Correction.check(experiment)).isInstanceOf(UserError.class).hasMessageContaining("training.correction = d2").hasMessageContaining(instead);
    }
}
