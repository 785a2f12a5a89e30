package io.starling.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.communication.AddressBook;
import io.starling.communication.Communication;
import io.starling.communication.Deadline;
import io.starling.communication.InMemoryNetwork;
import io.starling.communication.Message;
import io.starling.communication.NetworkConditions;
import io.starling.communication.Traffic;
import io.starling.communication.Transport;
import io.starling.communication.Transports;
import io.starling.metrics.RoundRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whichever node of a graph is lost, and at whatever moment, the others finish all their rounds. Nobody tells them: they learn of it from their links.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledNodeTest {
    private static final int NODES = 6;
    private static final int ROUNDS = 8;
    private static final int LAST_ROUND = 3;

    /** When a node is lost. */
    private enum Moment {
        /** Its executor is gone before it has sent anything of the round. */
        BEFORE_SENDING,
        /** One of its neighbours has got its message, the others have not. */
        HALF_SENT,
        /** After it has sent, before it has received. */
        BEFORE_RECEIVING,
        /** It stops doing anything, and its links stay. */
        FROZEN
    }

    private static Stream<Arguments> losses() {
        List<Arguments> losses = new ArrayList<>();
        for (String network : List.of("memory", "tcp")) {
            for (String graph : List.of("line", "ring", "star", "complete")) {
                for (int node = 0; node < NODES; node++) {
                    for (Moment moment : Moment.values()) {
                        // The frozen take the deadline's time each.
                        if (moment != Moment.FROZEN || node == 0 || node == NODES / 2) {
                            losses.add(Arguments.of(network, graph, node, moment));
                        }
                    }
                }
            }
        }
        return losses.stream();
    }

    @ParameterizedTest(name = "{0}, {1}, node {2}, {3}")
    @MethodSource("losses")
    void theOthersFinish(String network, String graph, int lost, Moment moment) throws Exception {
        NodesTogether together = new NodesTogether("nodes = " + NODES + ", rounds = " + ROUNDS + ", seed = 4, graph.kind = " + graph + ", model.name = logistic, "
            + "training { batch-size = 4, local-steps = 1 }, evaluation.every = 0, lateness.deadline = " + (moment == Moment.FROZEN ? "500ms" : "50s"),
            NetworkConditions.PERFECT);
        try (InMemoryNetwork memory = new InMemoryNetwork()) {
            Transport.Membership membership = Transport.Membership.create(false);
            together.run(null, (node, communication) -> { }, executors(together, lost, moment, node -> network.equals("memory")
                ? memory.transport("executor-" + node) : Transports.create(together.experiment, membership, "127.0.0.1")));
        }
        assertThat(together.errors).containsOnlyKeys(lost);
        assertThat(together.errors.get(lost)).isInstanceOf(NodesTogether.Killed.class);
        for (int node = 0; node < NODES; node++) {
            int self = node;
            List<Integer> done = together.rounds.stream().filter(r -> r.node() == self).map(RoundRecord::round).toList();
            if (node == lost) {
                // It may have all messages of its last round before it comes to waiting for them.
                assertThat(done).hasSizeBetween(LAST_ROUND, LAST_ROUND + 1);
            } else if (moment == Moment.FROZEN) {
                // Who waited in vain may be left behind by others, and skip rounds.
                assertThat(done).last().isEqualTo(ROUNDS - 1);
            } else {
                assertThat(done).hasSize(ROUNDS);
            }
        }
        // Where nothing is heard of a node, those who wait for its neighbours wait in vain as well.
        assertThat(together.failures).isNotEmpty().allMatch(failure -> failure.peer() == lost || moment == Moment.FROZEN);
    }

    /** An executor for each node, of which one is lost. */
    private static NodesTogether.Executors executors(NodesTogether together, int lost, Moment moment, IntFunction<Transport> newTransport) {
        Transport[] transports = new Transport[NODES];
        for (int node = 0; node < NODES; node++) {
            Transport transport = newTransport.apply(node);
            transports[node] = node == lost ? new Doomed(transport, moment, () -> together.leftCount() == NODES - 1) : transport;
        }
        return node -> transports[node];
    }

    private interface Over {
        boolean areTheOthers();
    }

    /** An executor that is lost when its node is in a certain round. */
    private record Doomed(Transport transport, Moment moment, Over over) implements Transport {
        @Override
        public Communication open(int node, int incarnation, AddressBook addresses) {
            return new LastWords(transport.open(node, incarnation, addresses), this);
        }

        private void die() {
            transport.close();
            throw new NodesTogether.Killed();
        }

        private void freeze() throws InterruptedException {
            Deadline patience = Deadline.after(Duration.ofMinutes(2));
            while (!over.areTheOthers() && !patience.hasPassed()) {
                Thread.sleep(5);
            }
            throw new NodesTogether.Killed();
        }

        @Override
        public String host() {
            return transport.host();
        }

        @Override
        public int port() {
            return transport.port();
        }

        @Override
        public Map<String, Long> refusals() {
            return transport.refusals();
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    private static final class LastWords implements Communication {
        private final Communication communication;
        private final Doomed executor;
        private boolean saidItsLast;

        private LastWords(Communication communication, Doomed executor) {
            this.communication = communication;
            this.executor = executor;
        }

        @Override
        public Set<Integer> send(Collection<Integer> peers, Message message, Deadline deadline) throws InterruptedException {
            if (message.round() < LAST_ROUND || peers.isEmpty()) {
                return communication.send(peers, message, deadline);
            }
            switch (executor.moment) {
                case BEFORE_SENDING -> executor.die();
                case HALF_SENT -> {
                    communication.send(peers.stream().limit(1).toList(), message, deadline);
                    executor.die();
                }
                case FROZEN -> executor.freeze();
                case BEFORE_RECEIVING -> saidItsLast = true;
            }
            return communication.send(peers, message, deadline);
        }

        @Override
        public Event receive(Deadline deadline) throws InterruptedException {
            if (saidItsLast) {
                executor.die();
            }
            return communication.receive(deadline);
        }

        @Override
        public int node() {
            return communication.node();
        }

        @Override
        public Map<Integer, String> connect(Collection<Integer> peers, Deadline deadline) throws InterruptedException {
            return communication.connect(peers, deadline);
        }

        @Override
        public Traffic traffic() {
            return communication.traffic();
        }

        @Override
        public long framingBytes(int payloadBytes) {
            return communication.framingBytes(payloadBytes);
        }

        @Override
        public void close(Deadline deadline) throws InterruptedException {
            communication.close(deadline);
        }

        @Override
        public void close() {
            communication.close();
        }
    }
}
