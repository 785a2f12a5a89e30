package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.starling.communication.Communication.Event;
import io.starling.config.Experiment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The faults that can be asked for happen, as often as said, to the same messages every time. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FaultsTest {
    private static final String HERE = "127.0.0.1";
    private static final Duration LONG = Duration.ofMinutes(2);

    private static Experiment experiment(String faults) {
        return Experiment.parse("nodes = 2, rounds = 1, communication.faults {" + faults + "}", List.of());
    }

    /** The rounds of a thousand messages in the order in which they came in, from node 0 to node 1 over TCP. */
    private static List<Integer> arrivals(String faults) throws Exception {
        Experiment experiment = experiment(faults);
        Map<Integer, Address> book = new ConcurrentHashMap<>();
        try (Transport here = Transports.create(experiment, Tcp.MEMBERSHIP, HERE); Transport there = Transports.create(experiment, Tcp.MEMBERSHIP, HERE);
                Communication a = here.open(0, 0, book::get)) {
            Communication b = there.open(1, 0, book::get);
            book.put(0, new Address(0, 0, HERE, here.port()));
            book.put(1, new Address(1, 0, HERE, there.port()));
            for (int round = 0; round < 1000; round++) {
                assertThat(a.send(Set.of(1), Message.model(0, 0, round, 0, 0, ByteBuffer.allocate(8)), Deadline.after(LONG))).isEmpty();
            }
            a.close();
            List<Integer> rounds = new ArrayList<>();
            for (Event event = b.receive(Deadline.after(LONG)); event instanceof Event.Arrived arrived; event = b.receive(Deadline.after(LONG))) {
                rounds.add(arrived.message().round());
            }
            b.close();
            return rounds;
        }
    }

    @Test
    void dropsTheSameMessagesEveryTime() throws Exception {
        List<Integer> rounds = arrivals("drop = 0.05, seed = 4");
        assertThat(rounds).hasSizeBetween(920, 980).isSorted().doesNotHaveDuplicates();
        assertThat(arrivals("drop = 0.05, seed = 4")).isEqualTo(rounds);
        assertThat(arrivals("drop = 0.05, seed = 5")).isNotEqualTo(rounds);
    }

    @Test
    void doublesSome() throws Exception {
        List<Integer> rounds = arrivals("duplicate = 0.1");
        assertThat(new TreeSet<>(rounds)).hasSize(1000);
        assertThat(rounds).hasSizeBetween(1060, 1140).isSorted();
    }

    @Test
    void delaysSomeAndKeepsTheOrder() throws Exception {
        List<Integer> rounds = arrivals("delay = 5ms, delay-fraction = 0.1");
        assertThat(rounds).hasSize(1000).isSorted();
    }

    @Test
    void reordersSome() throws Exception {
        List<Integer> rounds = arrivals("delay = 50ms, reorder = 0.5");
        // The farewell is seen after what it may not overtake; whoever may be overtaken may be overtaken by it.
        assertThat(rounds.size()).isGreaterThan(450);
        assertThat(rounds).isNotEqualTo(rounds.stream().sorted().toList()).doesNotHaveDuplicates();
    }

    @Test
    void whoAsksForNoFaultsGetsTheTransportItself() {
        try (Transport transport = Transports.create(experiment("seed = 3"), Tcp.MEMBERSHIP, HERE)) {
            assertThat(transport).isInstanceOf(NettyTransport.class);
        }
    }

    @Test
    void changesOneBitInSomeFrames() {
        byte[] content = new byte[200];
        Arrays.fill(content, (byte) 0x55);
        ByteBuf frame = Unpooled.wrappedBuffer(content);
        Corruption corruption = new Corruption(0.25, 9);
        int changed = 0;
        for (int i = 0; i < 1000; i++) {
            ByteBuf passed = corruption.pass(frame, 3, 4);
            BitSet difference = BitSet.valueOf(ByteBufUtil.getBytes(passed));
            difference.xor(BitSet.valueOf(content));
            assertThat(difference.cardinality()).isLessThanOrEqualTo(1);
            changed += difference.cardinality();
            passed.release();
        }
        assertThat(changed).isBetween(200, 300);
        assertThat(ByteBufUtil.getBytes(frame)).as("what the other neighbours get").isEqualTo(content);
        assertThat(frame.refCnt()).isEqualTo(1);
    }

    /** Whatever bit is changed: what arrives is whole or does not arrive, and the link comes back. */
    @Test
    void corruptFramesNeverBecomeMessages() throws Exception {
        Map<Integer, Address> book = new ConcurrentHashMap<>();
        try (NettyTransport here = new NettyTransport(Tcp.corrupting(0.05), Tcp.MEMBERSHIP, HERE);
                NettyTransport there = new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, HERE)) {
            Communication a = here.open(0, 0, book::get);
            Communication b = there.open(1, 0, book::get);
            book.put(0, new Address(0, 0, HERE, here.port()));
            book.put(1, new Address(1, 0, HERE, there.port()));
            int arrived = 0;
            int lost = 0;
            for (int round = 0; round < 300; round++) {
                byte[] payload = CommunicationKit.bytes(500, round);
                a.send(Set.of(1), Message.model(0, 0, round, 7, 0, ByteBuffer.wrap(payload)), Deadline.after(LONG));
                Event event = b.receive(Deadline.after(LONG));
                if (event instanceof Event.Arrived message) {
                    arrived++;
                    assertThat(CommunicationKit.payload(message.message())).isEqualTo(CommunicationKit.bytes(500, message.message().round()));
                    assertThat(message.message().codec()).isEqualTo(7);
                } else {
                    lost++;
                    assertThat(event).isInstanceOfSatisfying(Event.PeerGone.class, gone -> assertThat(gone.farewell()).isFalse());
                    // So that the next send goes over the new link, and not into the old one's end.
                    assertThat(a.receive(Deadline.after(LONG))).isInstanceOf(Event.PeerGone.class);
                }
            }
            assertThat(lost).isBetween(3, 40);
            assertThat(arrived + lost).isEqualTo(300);
            assertThat(there.refusals().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(lost);
        }
    }
}
