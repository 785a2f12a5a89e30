package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.communication.Deadline;
import io.starling.communication.Message;
import io.starling.communication.NetworkConditions;
import io.starling.engine.ComputeSlots;
import io.starling.graph.Graph;
import io.starling.graph.Topologies;
import io.starling.graph.Weights;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.MessageRecord;
import io.starling.random.KeyedRandom;
import io.starling.training.LocalTraining;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DPsgdTest {
    private static final NodesTogether.Fate NORMAL = (node, communication) -> { };

    private static String conf(String more) {
        return "nodes = 8, rounds = 6, seed = 3, model.name = logistic, graph.kind = ring, training { batch-size = 5, local-steps = 2, lr = 0.1 }, "
            + "evaluation.every = 3, lateness.deadline = 20s\n" + more;
    }

    private static float[][] randomModels(int nodes, int size) {
        float[][] models = new float[nodes][size];
        for (int node = 0; node < nodes; node++) {
            KeyedRandom random = KeyedRandom.of(5, "initial", node);
            for (int i = 0; i < size; i++) {
                models[node][i] = (float) random.nextGaussian();
            }
        }
        return models;
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "ring", "star", "complete"})
    void averagingKeepsTheMeanAndBringsModelsTogether(String graph) throws Exception {
        NodesTogether nodes = new NodesTogether(conf("training.local-steps = 0, rounds = 30, graph.kind = " + graph), NetworkConditions.PERFECT);
        float[][] initial = randomModels(8, nodes.model.stateCount());
        nodes.run(initial, NORMAL);
        assertThat(nodes.errors).isEmpty();
        for (int k = 0; k < nodes.model.stateCount(); k++) {
            float mean = 0;
            for (float[] model : initial) {
                mean += model[k] / 8;
            }
            assertThat(nodes.mean()[k]).isCloseTo(mean, within(1e-5f));
        }
        assertThat(spread(nodes)).isLessThan(0.6 * spread(initial));
    }

    private static double spread(NodesTogether nodes) {
        return spread(nodes.states.values().toArray(float[][]::new));
    }

    private static double spread(float[][] models) {
        double sum = 0;
        for (int k = 0; k < models[0].length; k++) {
            double least = Double.MAX_VALUE;
            double most = -Double.MAX_VALUE;
            for (float[] model : models) {
                least = Math.min(least, model[k]);
                most = Math.max(most, model[k]);
            }
            sum += most - least;
        }
        return sum;
    }

    @Test
    void messagesAreListedOnlyIfAskedFor() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("results.messages = true, sharing { method = partial, alpha = 0.25 }"), NetworkConditions.PERFECT).run(null, NORMAL);
        assertThat(nodes.messages).hasSize(8 * 2 * 6).allMatch(m -> m.round() == m.sentRound() && m.waitMillis() >= 0)
            .allMatch(m -> m.sender() == (m.node() + 1) % 8 || m.sender() == (m.node() + 7) % 8);
        int shared = Math.round(0.25f * nodes.model.stateCount());
        assertThat(nodes.rounds).isNotEmpty().allMatch(r -> r.sharedParameters() == shared);
        assertThat(nodes.messages.stream().mapToLong(MessageRecord::payloadBytes).sum()).isEqualTo(nodes.rounds.stream().mapToLong(r -> r.traffic().payloadReceived()).sum());
        assertThat(new NodesTogether(conf(""), NetworkConditions.PERFECT).run(null, NORMAL).messages).isEmpty();
    }

    @Test
    void equalsTheSameComputationDoneInOnePlace() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("graph.kind = regular, graph.degree = 3"), NetworkConditions.PERFECT);
        nodes.run(null, NORMAL);
        assertThat(nodes.errors).isEmpty();

        int size = nodes.model.stateCount();
        float[][] models = new float[8][size];
        LocalTraining[] trainings = new LocalTraining[8];
        for (int i = 0; i < 8; i++) {
            nodes.model.initialise(models[i], 3);
            trainings[i] = new LocalTraining(nodes.model, nodes.train(i), nodes.experiment.forNode(i), 3, i);
        }
        ComputeSlots slots = new ComputeSlots(1);
        Weights weights = Topologies.weights(nodes.experiment);
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 8; i++) {
                trainings[i].train(models[i], round, slots);
            }
            models = average(models, nodes.topology.at(round), weights);
        }
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < size; k++) {
                assertThat(nodes.states.get(i)[k]).isCloseTo(models[i][k], within(1e-5f));
            }
        }
    }

    private static float[][] average(float[][] models, Graph graph, Weights weights) {
        float[][] averaged = new float[models.length][models[0].length];
        for (int i = 0; i < models.length; i++) {
            for (int k = 0; k < models[0].length; k++) {
                double sum = models[i][k];
                for (int j : graph.sources(i)) {
                    sum += weights.of(graph, i, j, graph.degree(j)) * (models[j][k] - models[i][k]);
                }
                averaged[i][k] = (float) sum;
            }
        }
        return averaged;
    }

    @Test
    void theBitsDoNotDependOnTheOrderOfArrival() throws Exception {
        float[] first = null;
        for (int seed = 1; seed <= 3; seed++) {
            NetworkConditions slow = NetworkConditions.PERFECT.withSeed(seed).withDelay(Duration.ZERO, Duration.ofMillis(8));
            NodesTogether nodes = new NodesTogether(conf("graph.kind = complete"), slow).run(null, NORMAL);
            assertThat(nodes.errors).isEmpty();
            assertThat(nodes.failures).isEmpty();
            assertThat(nodes.rounds).hasSize(8 * 6);
            assertThat(nodes.evaluations).hasSize(8 * 2);
            if (first == null) {
                first = nodes.states.get(5);
            }
            assertThat(nodes.states.get(5)).containsExactly(first);
        }
    }

    @ParameterizedTest
    @CsvSource({"line,3", "ring,0", "star,0", "star,5", "complete,2"})
    void aLostNodeNeverHangsTheOthers(String graph, int lost) throws Exception {
        NodesTogether nodes = new NodesTogether(conf("graph.kind = " + graph), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == lost) {
                throw new IllegalStateException("died");
            }
        });
        assertThat(nodes.errors.keySet()).isEqualTo(Set.of(lost));
        assertThat(nodes.rounds).hasSize(7 * 6);
        assertThat(nodes.failures).isNotEmpty().allSatisfy(f -> assertThat(f.peer()).isEqualTo(lost));
        assertThat(nodes.failures.stream().filter(f -> f.kind().equals("missing"))).hasSize(6 * nodes.topology.at(0).degree(lost));
    }

    @Test
    void aSilentNeighbourCostsADeadlineAndIsNamed() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("nodes = 2, graph.kind = complete, rounds = 1, lateness.deadline = 300ms"), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == 1) {
                while (communication.receive(Deadline.after(Duration.ofSeconds(5))) instanceof io.starling.communication.Communication.Event.Arrived) {
                    // hears, but says nothing
                }
                throw new IllegalStateException("silent");
            }
        });
        assertThat(nodes.failures).extracting(FailureRecord::peer).containsOnly(1);
        assertThat(nodes.failures.peek().message()).contains("lateness.deadline");
        assertThat(nodes.failures.peek().waitedMillis()).isGreaterThanOrEqualTo(300);
        assertThat(nodes.rounds).hasSize(1);
        assertThat(nodes.rounds.get(0).missing()).isEqualTo(1);
    }

    @Test
    void aLaggardIsNotWaitedForEveryRoundAndIsUsedAgainWhenItHasCaughtUp() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("nodes = 3, graph.kind = complete, rounds = 400, evaluation.every = 0, lateness.deadline = 1s"), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == 1) {
                Thread.sleep(1500);
            }
        });
        assertThat(nodes.errors).isEmpty();
        assertThat(nodes.rounds.stream().filter(r -> r.node() != 1)).hasSize(2 * 400);
        assertThat(nodes.rounds.stream().filter(r -> r.node() == 1 && r.round() == 399)).as("it skips rounds, but not the last").hasSize(1);
        List<FailureRecord> ofLaggard = nodes.failures.stream().filter(f -> f.peer() == 1 && f.kind().equals("missing")).toList();
        assertThat(ofLaggard).isNotEmpty();
        // One deadline each for the two others; after that, nobody waits.
        assertThat(ofLaggard.stream().filter(f -> f.waitedMillis() > 500)).hasSizeLessThanOrEqualTo(4);
        assertThat(nodes.states.get(1)).doesNotContain(Float.NaN);
    }

    @Test
    void theLastMessageMayBeUsedAgain() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("nodes = 3, graph.kind = complete, rounds = 3, lateness.on-missing = reuse-last"), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == 2) {
                ByteBuffer model = ByteBuffer.allocate(4 + 4 * nodes.model.stateCount()).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(0, 2);
                communication.send(List.of(0, 1), Message.model(2, 0, 0, 0, 4, model), Deadline.after(Duration.ofSeconds(5)));
                throw new IllegalStateException("has said one thing");
            }
        });
        assertThat(nodes.errors).containsOnlyKeys(2);
        assertThat(nodes.failures.stream().filter(f -> f.kind().equals("missing"))).hasSize(4)
            .allSatisfy(f -> assertThat(f.message()).contains("its message of round 0 is used again"));
    }

    @Test
    void missingMessagesFailTheNodeWhereThatIsWanted() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("nodes = 3, graph.kind = complete, lateness.on-missing = fail"), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == 1) {
                throw new IllegalStateException("died");
            }
        });
        assertThat(nodes.errors).containsOnlyKeys(0, 1, 2);
        assertThat(nodes.errors.get(0)).hasMessageContaining("no message of round").hasMessageContaining("node 1").hasMessageContaining("lateness.on-missing = fail");
    }

    @Test
    void whatCannotBeAveragedIsLeftOutAndReported() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("nodes = 3, graph.kind = complete, rounds = 2"), NetworkConditions.PERFECT);
        nodes.run(null, (node, communication) -> {
            if (node == 2) {
                for (int round = 0; round < 2; round++) {
                    communication.send(List.of(0, 1), Message.model(2, 0, round, 0, 0, ByteBuffer.allocate(7)), Deadline.after(Duration.ofSeconds(5)));
                }
                throw new IllegalStateException("has said its nonsense");
            }
        });
        assertThat(nodes.errors).containsOnlyKeys(2);
        assertThat(nodes.failures.stream().filter(f -> f.message().contains("7 bytes"))).hasSize(4).allSatisfy(f -> assertThat(f.peer()).isEqualTo(2));
        assertThat(nodes.rounds).hasSize(4);
    }

    @Test
    void whatIsSentIsReceived() throws Exception {
        NodesTogether nodes = new NodesTogether(conf("graph.kind = regular, graph.degree = 3"), NetworkConditions.PERFECT).run(null, NORMAL);
        assertThat(nodes.rounds.stream().mapToLong(r -> r.traffic().payloadSent()).sum()).isEqualTo(8L * 6 * 3 * 4 * nodes.model.stateCount())
            .isEqualTo(nodes.rounds.stream().mapToLong(r -> r.traffic().payloadReceived()).sum());
        assertThat(nodes.rounds).allSatisfy(r -> assertThat(r.traffic().messagesSent()).isEqualTo(3));
    }
}
