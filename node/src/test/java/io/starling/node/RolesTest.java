package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Communication.Event;
import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.communication.NetworkConditions;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.weights.MetropolisHastings;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.RoundRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The roles whose neighbours change, or come from a service. */
class RolesTest {
    private static final NodesTogether.Fate NORMAL = (node, communication) -> { };

    private static String conf(String more) {
        return "nodes = 8, rounds = 6, seed = 3, model.name = logistic, graph.degree = 3, training { batch-size = 5, local-steps = 2, lr = 0.1 }, "
            + "evaluation.every = 3, lateness.deadline = 20s, communication.send-timeout = 2s\n" + more;
    }

    private static NodesTogether run(String more, NodesTogether.Fate fate) throws Exception {
        return new NodesTogether(conf(more), NetworkConditions.PERFECT).run(null, fate);
    }

    private static NodesTogether.Fate death(int of) {
        return (node, communication) -> {
            if (node == of) {
                throw new IllegalStateException("died");
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "ring", "star", "complete", "regular", "dynamic-regular"})
    void aSampledGraphIsTheSameAsAKnownOne(String graph) throws Exception {
        NodesTogether known = run("node.role = d-psgd, graph.kind = " + graph, NORMAL);
        NodesTogether sampled = run("node.role = d-psgd-sampler, graph.kind = " + graph, NORMAL);
        assertThat(sampled.errors).isEmpty();
        assertThat(sampled.failures).isEmpty();
        for (int node = 0; node < 8; node++) {
            assertThat(sampled.states.get(node)).containsExactly(known.states.get(node));
        }
    }

    @ParameterizedTest
    @CsvSource({"d-psgd-sampler,line", "d-psgd-sampler,ring", "d-psgd-sampler,star", "d-psgd-sampler,complete", "el-oracle,epidemic-oracle",
        "el-oracle,dynamic-regular", "el-local,epidemic-local"})
    void aLostNodeNeverHangsTheOthers(String role, String graph) throws Exception {
        NodesTogether nodes = run("node.role = " + role + ", graph.kind = " + graph + ", lateness.deadline = 1s, communication.send-timeout = 500ms", death(0));
        assertThat(nodes.errors.keySet()).isEqualTo(Set.of(0));
        assertThat(nodes.rounds).hasSize(7 * 6);
        assertThat(nodes.failures).allSatisfy(f -> assertThat(f.peer()).isZero());
    }

    @Test
    void withoutAnswersTheLastNeighboursAreTaken() throws Exception {
        NodesTogether nodes = run("node.role = d-psgd-sampler, graph.kind = ring, sampler.deadline = 2s", (node, communication) -> {
            if (node == Node.SERVICE) {
                // A node may ask for its third round before one across the ring asks for its second.
                for (int answered = 0; answered < 8 * 2; ) {
                    if (communication.receive(Deadline.after(Duration.ofSeconds(20))) instanceof Event.Arrived question && question.message().round() < 2) {
                        Graph ring = ring();
                        SampledNeighbourhood answer = SampledNeighbourhood.of(ring, question.message().sender(), new MetropolisHastings());
                        communication.send(List.of(question.message().sender()), new Message(Node.SERVICE, 0, question.message().round(),
                            Message.Kind.CONTROL, 0, 0, 0, answer.encode()), Deadline.after(Duration.ofSeconds(5)));
                        answered++;
                    }
                }
                throw new IllegalStateException("has done enough");
            }
        });
        assertThat(nodes.errors.keySet()).isEqualTo(Set.of(Node.SERVICE));
        assertThat(nodes.rounds).hasSize(8 * 6).allSatisfy(r -> assertThat(r.traffic().messagesReceived()).isGreaterThanOrEqualTo(2));
        assertThat(nodes.failures).hasSize(8 * 4).extracting(FailureRecord::kind).containsOnly("sampler");
        float[][] known = run("graph.kind = ring", NORMAL).states.values().toArray(float[][]::new);
        assertThat(nodes.states.get(0)).containsExactly(known[0]);
    }

    private static Graph ring() {
        Graph.Builder ring = Graph.builder(8);
        for (int node = 0; node < 8; node++) {
            ring.edge(node, (node + 1) % 8);
        }
        return ring.build();
    }

    @Test
    void aSamplerThatNeverComesCostsDeadlinesOnly() throws Exception {
        NodesTogether nodes = run("node.role = d-psgd-sampler, graph.kind = ring, rounds = 2, sampler.deadline = 200ms", (node, communication) -> {
            if (node == Node.SERVICE) {
                Thread.sleep(3000);
                throw new IllegalStateException("slept");
            }
        });
        assertThat(nodes.rounds).hasSize(8 * 2).allSatisfy(r -> assertThat(r.degree()).isZero());
        assertThat(nodes.failures).hasSize(8 * 2).allSatisfy(f -> assertThat(f.message()).contains("sampler.deadline"));
    }

    @Test
    void nobodyWaitsForAnUnavailableNode() throws Exception {
        NodesTogether nodes = run("node.role = d-psgd-sampler, sampler.kind = available, graph.kind = complete, rounds = 12", death(5));
        assertThat(nodes.errors.keySet()).isEqualTo(Set.of(5));
        List<RoundRecord> late = nodes.rounds.stream().filter(r -> r.round() > 5).toList();
        assertThat(late).hasSize(7 * 6).allSatisfy(r -> {
            assertThat(r.missing()).isZero();
            assertThat(r.degree()).isEqualTo(2);
        });
    }

    @Test
    void epidemicLocalLearnsWithoutABarrier() throws Exception {
        NodesTogether nodes = run("node.role = el-local, graph.kind = epidemic-local, rounds = 40", NORMAL);
        assertThat(nodes.errors).isEmpty();
        assertThat(nodes.failures).isEmpty();
        assertThat(nodes.rounds).hasSize(8 * 40);
        assertThat(nodes.rounds.stream().mapToInt(RoundRecord::degree).distinct().count()).isGreaterThan(2);
        double heard = nodes.rounds.stream().mapToInt(RoundRecord::degree).average().orElse(0);
        assertThat(heard).isBetween(0.8, 3.0);
        assertThat(nodes.evaluations.get(nodes.evaluations.size() - 1).accuracyPercent()).isGreaterThan(80);
    }

    @Test
    void epidemicLocalDoesNotWaitForASlowNode() throws Exception {
        long began = System.nanoTime();
        NodesTogether nodes = run("node.role = el-local, graph.kind = epidemic-local, epidemic { wait = fixed, max-wait = 5ms }", (node, communication) -> {
            if (node == 2) {
                Thread.sleep(3000);
            }
        });
        assertThat(nodes.errors).isEmpty();
        long others = nodes.rounds.stream().filter(r -> r.node() != 2).mapToLong(RoundRecord::elapsedMillis).max().orElse(0);
        assertThat(others).isLessThan(2500);
        assertThat(System.nanoTime() - began).isGreaterThan(2_900_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"el-local,ring,epidemic-local", "el-oracle,regular,epidemic-oracle"})
    void refusesGraphsOnWhichARoleIsNotWhatItSays(String role, String graph, String instead) {
        Experiment experiment = Experiment.parse(conf("node.role = " + role + ", graph.kind = " + graph), List.of());
        assertThatThrownBy(() -> Modules.find(Node.Factory.class, RunKeys.ROLE, role).check(experiment)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.kind = " + graph).hasMessageContaining(instead);
    }

    @Test
    void neighbourhoodsSurviveTheWireAndNonsenseDoesNot() {
        SampledNeighbourhood told = new SampledNeighbourhood(new int[] {1, 4, 7}, new int[] {2, 4}, new float[] {0.25f, 0.5f});
        SampledNeighbourhood heard = SampledNeighbourhood.decode(told.encode(), 3, 8);
        assertThat(heard.targets()).containsExactly(1, 4, 7);
        assertThat(heard.weight(4, 0)).isEqualTo(0.5f);
        assertThat(heard.weight(1, 0)).isZero();
        assertThatThrownBy(() -> SampledNeighbourhood.decode(told.encode(), 4, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SampledNeighbourhood.decode(told.encode(), 3, 5)).isInstanceOf(IllegalArgumentException.class);
        byte[] bytes = told.encode().array();
        for (int cut = 0; cut < bytes.length; cut++) {
            ByteBuffer part = ByteBuffer.wrap(Arrays.copyOf(bytes, cut));
            assertThatThrownBy(() -> SampledNeighbourhood.decode(part, 3, 8)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theWaitFollowsTheLag() {
        LagAdaptiveWait wait = new LagAdaptiveWait(Duration.ofSeconds(10));
        Duration second = Duration.ofSeconds(1);
        wait.adapt(List.of(of(4), of(4)), 5, second);
        assertThat(wait.get()).hasMillis(500);
        wait.adapt(List.of(), 6, second);
        assertThat(wait.get()).hasMillis(1000);
        wait.adapt(List.of(of(7), of(9)), 8, second);
        assertThat(wait.get()).hasMillis(1000);
        wait.adapt(List.of(of(100)), 9, second);
        assertThat(wait.get()).isZero();
        for (int i = 0; i < 100; i++) {
            wait.adapt(List.of(of(0)), 9, second);
        }
        assertThat(wait.get()).hasSeconds(10);
    }

    private static Message of(int round) {
        return Message.model(0, 0, round, 0, 0, ByteBuffer.allocate(0));
    }
}
