package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.starling.config.Modules;
import io.starling.config.UserError;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Timeout;

/** What is particular to TCP: ports, memory, threads. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NettyTransportTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MIB = 1 << 20;

    private final Map<Integer, Address> book = new ConcurrentHashMap<>();

    private Communication open(Transport transport, int node) {
        book.put(node, new Address(node, 0, transport.host(), transport.port()));
        return transport.open(node, 0, book::get);
    }

    @Test
    void itIsFoundByItsName() {
        assertThat(Modules.find(Transport.Factory.class, CommunicationKeys.KIND, "tcp")).isInstanceOf(TcpTransportFactory.class);
    }

    @Test
    void aFreePortOfTheRangeIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            int port = taken.getLocalPort();
            try (Transport transport = new NettyTransport(Tcp.with(null, port + "-" + Math.min(65535, port + 200)), Tcp.MEMBERSHIP, LOOPBACK)) {
                assertThat(transport.port()).isBetween(port + 1, port + 200);
            }
        }
    }

    @Test
    void anExhaustedRangeIsTheUsersToWiden() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            String range = Integer.toString(taken.getLocalPort());
            assertThatThrownBy(() -> new NettyTransport(Tcp.with(null, range), Tcp.MEMBERSHIP, LOOPBACK)).isInstanceOf(UserError.class)
                .hasMessageContaining("communication.ports = " + range).hasMessageContaining("wider range");
        }
    }

    @Test
    void anAddressOfAnotherMachineIsTheUsersToCorrect() {
        assertThatThrownBy(() -> new NettyTransport(Tcp.with("192.0.2.1", "0"), Tcp.MEMBERSHIP, LOOPBACK)).isInstanceOf(UserError.class)
            .hasMessageContaining("192.0.2.1").hasMessageContaining("communication.bind");
        assertThatThrownBy(() -> new NettyTransport(Tcp.with("no-such-host.invalid", "0"), Tcp.MEMBERSHIP, LOOPBACK)).isInstanceOf(UserError.class)
            .hasMessageContaining("no-such-host.invalid").hasMessageContaining("communication.bind");
    }

    @Test
    void portRangesAreChecked() {
        for (String right : List.of("0", "1", "20000-20100", "65535", "5-5")) {
            assertThat(CommunicationKeys.PortRange.isValid(right)).as(right).isTrue();
        }
        for (String wrong : List.of("", "x", "-1", "65536", "20100-20000", "0-5", "1-2-3", "1-")) {
            assertThat(CommunicationKeys.PortRange.isValid(wrong)).as(wrong).isFalse();
        }
    }

    @Test
    void aMessageIsEncodedOnceForAllReceiversAndItsMemoryIsGivenBack() throws Exception {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        try (Transport sending = new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, LOOPBACK, Sockets.best(), allocator);
             Transport receiving = new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, LOOPBACK)) {
            Communication sender = open(sending, 0);
            List<Integer> receivers = List.of(1, 2, 3, 4, 5, 6);
            receivers.forEach(node -> open(receiving, node));
            assertThat(sender.connect(receivers, Deadline.after(LONG))).isEmpty();
            Message message = Message.model(0, 0, 0, 0, 0, ByteBuffer.allocate(MIB));
            int sent = 0;
            while (sender.send(receivers, message, Deadline.after(Duration.ofMillis(500))).isEmpty()) {
                assertThat(++sent).as("messages taken by peers that do not read").isLessThan(300);
            }
            // All six wait for about the same few messages; with a copy for each there would be six times the buffer's bound.
            assertThat(allocator.metric().usedDirectMemory()).isBetween((long) MIB, 2L * Tcp.OPTIONS.sendBufferBytes());
        }
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void closingEndsTheThreads() throws Exception {
        String name = "starling-net-" + Long.toHexString(0xabcdefL);
        Transport transport = new NettyTransport(Tcp.OPTIONS, new Transport.Membership(0xabcdefL, new byte[] {1}), LOOPBACK);
        assertThat(threadsNamed(name)).isPositive();
        transport.close();
        transport.close();
        Deadline deadline = Deadline.after(LONG);
        while (threadsNamed(name) > 0 && !deadline.hasPassed()) {
            Thread.sleep(2);
        }
        assertThat(threadsNamed(name)).isZero();
        assertThatThrownBy(() -> transport.open(0, 0, node -> null)).isInstanceOf(IllegalStateException.class);
    }

    private static long threadsNamed(String prefix) {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith(prefix)).count();
    }

    /** As on graphs that change with the round, with links that are closed as soon as they are not used for a millisecond. */
    @Test
    void linksRestAndAreOpenedAgainWithoutLosingAnything() throws Exception {
        int nodes = 10;
        int messages = 400;
        ExecutorService threads = Executors.newFixedThreadPool(2 * nodes);
        try (NettyTransport transport = new NettyTransport(Tcp.withLinks(1, Duration.ofMillis(1)), Tcp.MEMBERSHIP, LOOPBACK)) {
            List<Communication> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                ends.add(open(transport, node));
            }
            CompletionService<Void> running = new ExecutorCompletionService<>(threads);
            for (Communication end : ends) {
                running.submit(() -> sendToOneAfterTheOther(end, nodes, messages));
                running.submit(() -> receiveInOrder(end, nodes, messages));
            }
            for (int i = 0; i < 2 * nodes; i++) {
                running.take().get();
            }
            Deadline deadline = Deadline.after(LONG);
            while (transport.linkCount() > 0 && !deadline.hasPassed()) {
                Thread.sleep(2);
            }
            assertThat(transport.linkCount()).as("one link is two ends, which is one too many").isZero();
            assertThat(ends.stream().mapToLong(end -> end.traffic().bytesSent()).sum())
                .isEqualTo(ends.stream().mapToLong(end -> end.traffic().bytesReceived()).sum());
            assertThat(transport.refusals()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void sendToOneAfterTheOther(Communication end, int nodes, int messages) throws InterruptedException {
        for (int number = 0; number < messages; number++) {
            for (int step = 1; step < nodes; step++) {
                Message message = Message.model(end.node(), 0, number, 0, 0, ByteBuffer.allocate(100));
                assertThat(end.send(Set.of((end.node() + step) % nodes), message, Deadline.after(LONG))).isEmpty();
            }
            // Not to wait for something, but to let links fall idle.
            Thread.sleep(number % 50 == 0 ? 300 : 0);
        }
        return null;
    }

    private static Void receiveInOrder(Communication end, int nodes, int messages) throws InterruptedException {
        int[] arrived = new int[nodes];
        for (int i = 0; i < (nodes - 1) * messages; i++) {
            Communication.Event event = end.receive(Deadline.after(LONG));
            assertThat(event).isInstanceOfSatisfying(Communication.Event.Arrived.class,
                message -> assertThat(message.message().round()).isEqualTo(arrived[message.message().sender()]++));
        }
        return null;
    }

    /** The higher id knocks for its links, and often needs one that is just about to rest. */
    @Test
    void aLinkNeededWhileItRestsIsOpenedAtOnce() throws Exception {
        try (NettyTransport transport = new NettyTransport(Tcp.withLinks(1, Duration.ofMillis(1)), Tcp.MEMBERSHIP, LOOPBACK)) {
            Communication zero = open(transport, 0);
            Communication one = open(transport, 1);
            for (int number = 0; number < 1500; number++) {
                Message message = Message.model(1, 0, number, 0, 0, ByteBuffer.allocate(100));
                assertThat(one.send(Set.of(0), message, Deadline.after(LONG))).as("message " + number).isEmpty();
                assertThat(zero.receive(Deadline.after(LONG))).isInstanceOf(Communication.Event.Arrived.class);
                Thread.sleep(number % 4);
            }
        }
    }

    /** Synchronous rounds on a ring with chords, as a run has them: every node waits for its neighbours' models of a round. */
    @ParameterizedTest
    @EnumSource(CoLocated.class)
    void manyNodesOfOneExecutorExchangeModels(CoLocated coLocated) throws Exception {
        int nodes = 96;
        int rounds = 3;
        byte[] model = new byte[360_000];
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try (Transport transport = new NettyTransport(Tcp.coLocated(coLocated, 100), Tcp.MEMBERSHIP, LOOPBACK)) {
            List<Communication> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                ends.add(open(transport, node));
            }
            List<Future<Traffic>> done = new ArrayList<>();
            for (Communication end : ends) {
                done.add(threads.submit(() -> exchange(end, nodes, rounds, model)));
            }
            long sent = 0;
            long received = 0;
            for (var each : done) {
                Traffic traffic = each.get();
                assertThat(traffic.payloadSent()).isEqualTo(5L * rounds * model.length);
                sent += traffic.bytesSent();
                received += traffic.bytesReceived();
            }
            assertThat(received).isEqualTo(sent);
            assertThat(transport.refusals()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void linksOfNodesHereTakeMemoryWhenSocketsRunOut() throws Exception {
        int nodes = 40;
        int maxLinks = 100;
        try (NettyTransport transport = new NettyTransport(Tcp.coLocated(CoLocated.AUTO, maxLinks), Tcp.MEMBERSHIP, LOOPBACK)) {
            List<Communication> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                ends.add(open(transport, node));
            }
            for (Communication end : ends) {
                List<Integer> others = IntStream.range(0, nodes).filter(n -> n != end.node()).boxed().toList();
                assertThat(end.connect(others, Deadline.after(LONG))).isEmpty();
            }
            assertThat(transport.linkCount()).isEqualTo(nodes * (nodes - 1));
            assertThat(transport.socketCount()).isBetween(2, maxLinks + 2);
        }
    }

    @Test
    void linksLeaveFileDescriptorsToOthers() {
        assertThat(FileDescriptors.forLinks(20_000)).isEqualTo(13_332);
        assertThat(FileDescriptors.forLinks(1024)).isEqualTo(682);
        assertThat(FileDescriptors.forLinks(Long.MAX_VALUE)).as("no limit").isEqualTo(1 << 24);
        assertThat(FileDescriptors.limit()).isPositive();
    }

    private static Traffic exchange(Communication end, int nodes, int rounds, byte[] model) throws InterruptedException {
        int node = end.node();
        Set<Integer> neighbours = Set.of((node + 1) % nodes, (node + nodes - 1) % nodes, (node + 7) % nodes, (node + nodes - 7) % nodes,
            (node + nodes / 2) % nodes);
        assertThat(end.connect(neighbours, Deadline.after(LONG))).isEmpty();
        int[] arrived = new int[rounds];
        for (int round = 0; round < rounds; round++) {
            assertThat(end.send(neighbours, Message.model(node, 0, round, 0, 0, ByteBuffer.wrap(model)), Deadline.after(LONG))).isEmpty();
            while (arrived[round] < neighbours.size()) {
                Communication.Event event = end.receive(Deadline.after(LONG));
                if (event instanceof Communication.Event.Arrived message) {
                    arrived[message.message().round()]++;
                } else {
                    assertThat(event).isInstanceOfSatisfying(Communication.Event.PeerGone.class, gone -> assertThat(gone.farewell()).isTrue());
                }
            }
        }
        end.close(Deadline.after(LONG));
        return end.traffic();
    }
}
