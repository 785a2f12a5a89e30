package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.communication.Communication.Event;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** The network's faults are those asked for, the same ones for the same seed, and need no real time. */
class InMemoryNetworkTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final Map<Integer, Address> book = new HashMap<>();

    private Communication open(InMemoryNetwork network, int node) {
        Transport transport = network.transport("host-" + node);
        book.put(node, new Address(node, 0, transport.host(), transport.port()));
        return transport.open(node, 0, book::get);
    }

    private Communication[] pair(NetworkConditions conditions) {
        InMemoryNetwork network = new InMemoryNetwork(conditions, time);
        return new Communication[] {open(network, 0), open(network, 1)};
    }

    private void send(Communication from, int to, int round) throws InterruptedException {
        assertThat(from.send(Set.of(to), Message.model(from.node(), 0, round, 0, 0, ByteBuffer.allocate(8)), time.deadline(SECOND))).isEmpty();
    }

    /** The rounds of the messages that are there now. */
    private List<Integer> arrived(Communication end) throws InterruptedException {
        List<Integer> rounds = new ArrayList<>();
        while (end.receive(time.deadline(Duration.ZERO)) instanceof Event.Arrived arrived) {
            rounds.add(arrived.message().round());
        }
        return rounds;
    }

    private List<Integer> afterSending(NetworkConditions conditions, int count) throws InterruptedException {
        Communication[] ends = pair(conditions);
        for (int round = 0; round < count; round++) {
            send(ends[0], 1, round);
            time.advance(Duration.ofMillis(1));
        }
        time.advance(SECOND);
        return arrived(ends[1]);
    }

    @Test
    void aMessageTakesItsDelay() throws Exception {
        Communication[] ends = pair(NetworkConditions.PERFECT.withDelay(Duration.ofMillis(5), Duration.ofMillis(5)));
        send(ends[0], 1, 0);
        time.advance(Duration.ofNanos(4_999_999));
        assertThat(arrived(ends[1])).isEmpty();
        time.advance(Duration.ofNanos(1));
        assertThat(arrived(ends[1])).containsExactly(0);
    }

    @Property(tries = 50)
    void delayAloneKeepsTheOrder(@ForAll long seed) throws Exception {
        List<Integer> rounds = afterSending(NetworkConditions.PERFECT.withSeed(seed).withDelay(Duration.ZERO, Duration.ofMillis(20)), 50);
        assertThat(rounds).hasSize(50).isSorted();
    }

    @Property(tries = 50)
    void lossLosesAndLosesTheSameForTheSameSeed(@ForAll long seed, @ForAll @DoubleRange(min = 0.2, max = 0.8) double loss) throws Exception {
        NetworkConditions conditions = NetworkConditions.PERFECT.withSeed(seed).withLoss(loss);
        List<Integer> rounds = afterSending(conditions, 200);
        assertThat(rounds).hasSizeBetween(1, 199).isSorted().doesNotHaveDuplicates();
        assertThat(afterSending(conditions, 200)).isEqualTo(rounds);
    }

    @Test
    void duplicationRepeats() throws Exception {
        assertThat(afterSending(NetworkConditions.PERFECT.withDuplication(1), 3)).containsExactly(0, 0, 1, 1, 2, 2);
    }

    @Test
    void reorderingLetsLaterMessagesOvertake() throws Exception {
        List<Integer> rounds = afterSending(NetworkConditions.PERFECT.withDelay(Duration.ZERO, Duration.ofMillis(20)).withReordering(1), 50);
        assertThat(rounds).hasSize(50).doesNotHaveDuplicates();
        assertThat(rounds).isNotEqualTo(rounds.stream().sorted().toList());
    }

    @Test
    void aFarewellComesAfterWhatIsUnderWay() throws Exception {
        Communication[] ends = pair(NetworkConditions.PERFECT.withDelay(Duration.ofMillis(5), Duration.ofMillis(9)));
        send(ends[0], 1, 0);
        ends[0].close();
        assertThat(ends[1].receive(time.deadline(Duration.ZERO))).isNull();
        time.advance(SECOND);
        assertThat(ends[1].receive(time.deadline(Duration.ZERO))).isInstanceOf(Event.Arrived.class);
        assertThat(ends[1].receive(time.deadline(Duration.ZERO))).isEqualTo(new Event.PeerGone(0, true, "goodbye"));
    }

    @Test
    void aPartitionSeparatesUntilItIsHealed() throws Exception {
        InMemoryNetwork network = new InMemoryNetwork(NetworkConditions.PERFECT, time);
        Communication a = open(network, 0);
        Communication b = open(network, 1);
        Communication c = open(network, 2);
        send(a, 1, 0);
        send(a, 2, 0);
        assertThat(arrived(b)).containsExactly(0);
        assertThat(arrived(c)).containsExactly(0);
        network.partition(Set.of(2));
        assertThat(c.receive(time.deadline(Duration.ZERO))).isInstanceOf(Event.PeerGone.class);
        assertThat(a.send(Set.of(1, 2), Message.model(0, 0, 1, 0, 0, ByteBuffer.allocate(1)), time.deadline(Duration.ZERO))).containsExactly(2);
        assertThat(arrived(b)).containsExactly(1);
        network.heal();
        send(a, 2, 2);
        assertThat(arrived(c)).containsExactly(2);
    }

    @Test
    void waitingEndsWhenTheTimeIsMovedPastTheDeadline() throws Exception {
        Communication[] ends = pair(NetworkConditions.PERFECT);
        Event[] result = {new Event.PeerGone(9, false, "not yet")};
        Deadline deadline = time.deadline(Duration.ofHours(1));
        Thread waiting = new Thread(() -> {
            try {
                result[0] = ends[0].receive(deadline);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        time.advance(Duration.ofHours(1));
        waiting.join(120_000);
        assertThat(waiting.isAlive()).isFalse();
        assertThat(result[0]).isNull();
    }
}
