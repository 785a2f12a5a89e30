package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Communication.Event;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link Transport} and {@link Communication} must do. A new implementation starts by extending this class.
 *
 * <p>No test depends on how fast the machine is: every wait is for something that must happen, and its deadline is only
 * there so that a failing test ends.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class CommunicationKit {
    private static final int MIB = 1 << 20;

    private final Map<Integer, Address> book = new ConcurrentHashMap<>();
    private final Set<Integer> left = ConcurrentHashMap.newKeySet();
    private final List<Transport> transports = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** One more executor of the same run, on the same network as those before it. */
    protected abstract Transport newTransport();

    @AfterEach
    void closeEverything() {
        transports.forEach(Transport::close);
        threads.shutdownNow();
    }

    // ---------------------------------------------------------------- what the tests are written with

    /** Enough for anything that is going to happen. */
    protected static Deadline patience() {
        return Deadline.after(Duration.ofMinutes(2));
    }

    /** For what may or may not happen, where both are right. */
    protected static Deadline after(long millis) {
        return Deadline.after(Duration.ofMillis(millis));
    }

    protected final Transport transport() {
        Transport transport = newTransport();
        transports.add(transport);
        return transport;
    }

    /** A node on an executor of its own. */
    protected final Communication open(int node) {
        return open(transport(), node, 0);
    }

    protected final Communication open(Transport transport, int node, int incarnation) {
        Communication end = transport.open(node, incarnation, new AddressBook() {
            @Override
            public Address find(int peer) {
                return book.get(peer);
            }

            @Override
            public boolean hasLeft(int peer) {
                return left.contains(peer);
            }
        });
        register(transport, node, incarnation);
        return end;
    }

    protected final void register(Transport transport, int node, int incarnation) {
        book.put(node, new Address(node, incarnation, transport.host(), transport.port()));
    }

    /** Connects every node with every other, as nodes do it: all at the same time. */
    protected final void connectAll(Communication... ends) throws Exception {
        List<Future<Map<Integer, String>>> attempts = new ArrayList<>();
        for (Communication end : ends) {
            List<Integer> others = Arrays.stream(ends).map(Communication::node).filter(node -> node != end.node()).toList();
            attempts.add(threads.submit(() -> end.connect(others, patience())));
        }
        for (var attempt : attempts) {
            assertThat(attempt.get()).isEmpty();
        }
    }

    protected static Message message(Communication sender, int round, byte[] payload) {
        return message(sender, 0, round, payload);
    }

    protected static Message message(Communication sender, int incarnation, int round, byte[] payload) {
        return Message.model(sender.node(), incarnation, round, 0, 0, ByteBuffer.wrap(payload));
    }

    protected static byte[] bytes(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    protected static byte[] payload(Message message) {
        byte[] bytes = new byte[message.payload().remaining()];
        message.payload().duplicate().get(bytes);
        return bytes;
    }

    /** The next message; what becomes of links on the way is not looked at. */
    protected static Message nextMessage(Communication end) throws InterruptedException {
        while (true) {
            Event event = end.receive(patience());
            assertThat(event).as("a message for node %d", end.node()).isNotNull();
            if (event instanceof Event.Arrived arrived) {
                return arrived.message();
            }
        }
    }

    protected static Event.PeerGone nextGone(Communication end) throws InterruptedException {
        Event event = end.receive(patience());
        assertThat(event).isInstanceOf(Event.PeerGone.class);
        return (Event.PeerGone) event;
    }

    protected static void await(BooleanSupplier condition) throws InterruptedException {
        Deadline deadline = patience();
        while (!condition.getAsBoolean()) {
            assertThat(deadline.hasPassed()).as("waited in vain").isFalse();
            Thread.sleep(2);
        }
    }

    /** Sends until the receiver's side takes no more; how many messages were taken. */
    private static int fill(Communication sender, int receiver, byte[] payload, int atMost) throws InterruptedException {
        for (int count = 0; count < atMost; count++) {
            if (!sender.send(Set.of(receiver), message(sender, count, payload), after(500)).isEmpty()) {
                return count;
            }
        }
        return atMost;
    }

    // ---------------------------------------------------------------- delivery

    @Test
    void messagesOfOnePeerArriveInTheOrderSent() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        for (int round = 0; round < 500; round++) {
            assertThat(a.send(Set.of(1), message(a, round, bytes(round, round)), patience())).isEmpty();
        }
        for (int round = 0; round < 500; round++) {
            Message got = nextMessage(b);
            assertThat(got.round()).isEqualTo(round);
            assertThat(payload(got)).isEqualTo(bytes(round, round));
        }
    }

    @Test
    void everyFieldArrives() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        Message sent = new Message(0, 0, 7, Message.Kind.CONTROL, -3, Integer.MAX_VALUE, 2, ByteBuffer.wrap(new byte[] {9, 8, 7, 6}, 1, 3));
        assertThat(a.send(Set.of(1), sent, patience())).isEmpty();
        assertThat(sent.payload().remaining()).as("the payload's position is the caller's").isEqualTo(3);
        assertThat(nextMessage(b)).isEqualTo(sent);
    }

    @Test
    void bothEndsOfALinkSend() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        assertThat(b.send(Set.of(0), message(b, 1, bytes(10, 1)), patience())).isEmpty();
        assertThat(a.send(Set.of(1), message(a, 2, bytes(10, 2)), patience())).isEmpty();
        assertThat(nextMessage(a).round()).isEqualTo(1);
        assertThat(nextMessage(b).round()).isEqualTo(2);
    }

    @Test
    void nodesOfOneExecutorTalkToo() throws Exception {
        Transport shared = transport();
        Communication a = open(shared, 0, 0);
        Communication b = open(shared, 1, 0);
        connectAll(a, b);
        assertThat(a.send(Set.of(1), message(a, 0, bytes(100, 3)), patience())).isEmpty();
        assertThat(payload(nextMessage(b))).isEqualTo(bytes(100, 3));
    }

    @Test
    void manySendToOne() throws Exception {
        int senders = 8;
        int each = 50;
        Transport shared = transport();
        Communication[] ends = new Communication[senders + 1];
        for (int node = 0; node <= senders; node++) {
            ends[node] = open(node % 2 == 0 ? shared : transport(), node, 0);
        }
        int middle = senders / 2;
        for (int node = 0; node <= senders; node++) {
            if (node != middle) {
                Communication sender = ends[node];
                threads.submit(() -> {
                    for (int round = 0; round < each; round++) {
                        sender.send(Set.of(middle), message(sender, round, bytes(1000, round)), patience());
                    }
                    return null;
                });
            }
        }
        Map<Integer, Integer> nextRound = new HashMap<>();
        for (int i = 0; i < senders * each; i++) {
            Message got = nextMessage(ends[middle]);
            assertThat(got.round()).isEqualTo(nextRound.merge(got.sender(), 1, Integer::sum) - 1);
        }
        assertThat(nextRound).hasSize(senders);
    }

    @Test
    void aPayloadMayBeReusedAsSoonAsItIsSent() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        Communication c = open(2);
        connectAll(a, b, c);
        byte[] payload = new byte[MIB];
        for (int round = 0; round < 8; round++) {
            Arrays.fill(payload, (byte) round);
            assertThat(a.send(List.of(1, 2), message(a, round, payload), patience())).isEmpty();
            Arrays.fill(payload, (byte) 99);
            for (Communication receiver : List.of(b, c)) {
                byte[] got = payload(nextMessage(receiver));
                assertThat(got).hasSize(MIB).containsOnly((byte) round);
            }
        }
    }

    @Test
    void aMessageOf17MegabytesArrives() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        Communication c = open(2);
        connectAll(a, b, c);
        byte[] payload = bytes(17_000_001, 17);
        assertThat(a.send(List.of(1, 2), message(a, 0, payload), patience())).isEmpty();
        assertThat(Arrays.equals(payload(nextMessage(b)), payload)).isTrue();
        assertThat(Arrays.equals(payload(nextMessage(c)), payload)).isTrue();
    }

    @Test
    void anEmptyPayloadIsAMessage() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        assertThat(a.send(Set.of(1), message(a, 5, new byte[0]), patience())).isEmpty();
        Message got = nextMessage(b);
        assertThat(got.round()).isEqualTo(5);
        assertThat(got.payload().remaining()).isZero();
        assertThat(b.traffic().messagesReceived()).isEqualTo(1);
    }

    @Test
    void nothingArrivesNothingIsReceived() throws Exception {
        Communication a = open(0);
        assertThat(a.receive(after(0))).isNull();
        assertThat(a.receive(after(5))).isNull();
    }

    // ---------------------------------------------------------------- bounds

    @Test
    void aSlowReaderStopsItsSenderAndLosesNothing() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        int taken = fill(a, 1, new byte[MIB], 300);
        assertThat(taken).as("MiB on their way to a node that does not read").isBetween(1, 299);
        for (int round = 0; round < taken; round++) {
            assertThat(nextMessage(b).round()).isEqualTo(round);
        }
        assertThat(a.send(Set.of(1), message(a, taken, new byte[1]), patience())).isEmpty();
        assertThat(nextMessage(b).round()).isEqualTo(taken);
    }

    @Test
    void aPeerWhoseShareIsFullDoesNotKeepOthersOut() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        Communication c = open(2);
        connectAll(a, b, c);
        fill(a, 1, new byte[MIB], 300);
        assertThat(c.send(Set.of(1), new Message(2, 0, 0, Message.Kind.SAMPLES, 0, 0, 3, ByteBuffer.allocate(3)), patience())).isEmpty();
        await(() -> b.traffic().metadataReceived() == 3);
    }

    @Test
    void oneMessageFitsHoweverLarge() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        byte[] payload = new byte[40 * MIB];
        for (int round = 0; round < 2; round++) {
            assertThat(a.send(Set.of(1), message(a, round, payload), patience())).isEmpty();
            Message got = nextMessage(b);
            assertThat(got.payload().remaining()).isEqualTo(payload.length);
        }
    }

    // ---------------------------------------------------------------- the end

    @Test
    void whatWasSentBeforeCloseArrivesAndThenTheFarewell() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        Future<?> sender = threads.submit(() -> {
            for (int round = 0; round < 20; round++) {
                assertThat(a.send(Set.of(1), message(a, round, bytes(MIB, round)), patience())).isEmpty();
            }
            a.close(patience());
            return null;
        });
        for (int round = 0; round < 20; round++) {
            Message got = nextMessage(b);
            assertThat(got.round()).isEqualTo(round);
            assertThat(Arrays.equals(payload(got), bytes(MIB, round))).isTrue();
        }
        Event.PeerGone gone = nextGone(b);
        assertThat(gone.peer()).isZero();
        assertThat(gone.farewell()).isTrue();
        sender.get();
    }

    @Test
    void aFarewellWaitsUntilTheReaderHasRoom() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        int taken = fill(a, 1, new byte[MIB], 300);
        Future<?> closing = threads.submit(() -> {
            a.close(patience());
            return null;
        });
        for (int round = 0; round < taken; round++) {
            assertThat(nextMessage(b).round()).isEqualTo(round);
        }
        assertThat(nextGone(b).farewell()).isTrue();
        closing.get();
    }

    @Test
    void nodesThatCloseAtTheSameTimeDoNotWaitForTheDeadline() throws Exception {
        Communication[] ends = {open(0), open(1), open(2), open(3)};
        connectAll(ends);
        List<Future<?>> closing = new ArrayList<>();
        for (Communication end : ends) {
            closing.add(threads.submit(() -> {
                end.close(Deadline.after(Duration.ofHours(1)));
                return null;
            }));
        }
        for (var each : closing) {
            each.get();
        }
    }

    @Test
    void aSendToWhoHasSaidGoodbyeFailsAtOnce() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        b.close(patience());
        assertThat(nextGone(a).farewell()).isTrue();
        assertThat(a.send(Set.of(1), message(a, 0, new byte[1]), Deadline.after(Duration.ofHours(1)))).containsExactly(1);
    }

    @Test
    @Timeout(60)
    void whoHasLeftWithoutEverHavingALinkIsNotWaitedFor() throws Exception {
        Communication zero = open(0);
        Communication one = open(1);
        Communication two = open(2);
        one.close();
        left.add(1);
        Deadline never = Deadline.after(Duration.ofHours(1));
        Future<?> other = threads.submit(() -> two.connect(List.of(0), patience()));
        assertThat(zero.connect(List.of(1, 2), never)).containsOnlyKeys(1);
        other.get();
        assertThat(nextGone(zero)).extracting(Event.PeerGone::peer, Event.PeerGone::farewell).containsExactly(1, true);
        assertThat(zero.send(List.of(1), message(zero, 0, bytes(10, 1)), never)).containsExactly(1);
        assertThat(nextGone(zero)).extracting(Event.PeerGone::peer, Event.PeerGone::farewell).containsExactly(1, true);
    }

    @Test
    void aPeerThatVanishesIsReported() throws Exception {
        Communication a = open(0);
        Transport doomed = transport();
        Communication b = open(doomed, 1, 0);
        Communication c = open(2);
        connectAll(a, b, c);
        doomed.close();
        for (Communication survivor : List.of(a, c)) {
            Event.PeerGone gone = nextGone(survivor);
            assertThat(gone.peer()).isEqualTo(1);
            assertThat(gone.farewell()).isFalse();
            assertThat(gone.reason()).isNotBlank();
        }
        assertThat(a.send(List.of(1, 2), message(a, 0, new byte[1]), after(100))).containsExactly(1);
        assertThat(nextMessage(c).sender()).isZero();
    }

    @Test
    void closingDoesNotHangWhenAPeerHasVanished() throws Exception {
        Communication a = open(0);
        Transport doomed = transport();
        Communication b = open(doomed, 1, 0);
        connectAll(a, b);
        doomed.close();
        a.close(Deadline.after(Duration.ofSeconds(1)));
    }

    @Test
    void anEndMayBeClosedAfterItsTransport() throws Exception {
        Transport shared = transport();
        Communication a = open(shared, 0, 0);
        Communication b = open(shared, 1, 0);
        connectAll(a, b);
        shared.close();
        a.close(patience());
        b.close();
        assertThat(a.traffic()).isNotNull();
    }

    @Test
    void manyThreadsMayCloseWhileTheNodeWaits() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        Future<?> node = threads.submit(() -> a.receive(patience()));
        List<Future<?>> closing = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            closing.add(threads.submit(() -> a.close()));
        }
        for (var each : closing) {
            each.get();
        }
        assertThatThrownBy(node::get).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> a.send(Set.of(1), message(a, 0, new byte[1]), after(0))).isInstanceOf(IllegalStateException.class);
        assertThat(nextGone(b).farewell()).isTrue();
    }

    // ---------------------------------------------------------------- restarts

    @Test
    void messagesOfAnEarlierIncarnationAreDroppedAndCounted() throws Exception {
        for (int restarted : new int[] {0, 2}) {
            Communication a = open(1);
            Transport old = transport();
            Communication b = open(old, restarted, 0);
            connectAll(a, b);
            assertThat(b.send(Set.of(1), message(b, 0, new byte[5]), patience())).isEmpty();
            await(() -> a.traffic().messagesReceived() == 1);

            Communication again = open(transport(), restarted, 1);
            Future<?> sending = threads.submit(() -> again.send(Set.of(1), message(again, 1, 9, new byte[6]), patience()));
            assertThat(a.connect(Set.of(restarted), patience())).isEmpty();
            sending.get();
            await(() -> a.traffic().messagesReceived() == 2);
            assertThat(nextMessage(a).round()).isEqualTo(9);
            assertThat(a.traffic().staleDropped()).isEqualTo(1);
            a.close();
        }
    }

    @Test
    void aRestartedPeerIsTakenBack() throws Exception {
        for (int restarted : new int[] {0, 2}) {
            Communication a = open(1);
            Transport doomed = transport();
            Communication b = open(doomed, restarted, 0);
            connectAll(a, b);
            doomed.close();
            assertThat(nextGone(a).farewell()).isFalse();

            Communication again = open(transport(), restarted, 1);
            connectAll(a, again);
            assertThat(a.send(Set.of(restarted), message(a, 3, new byte[1]), patience())).isEmpty();
            assertThat(nextMessage(again).round()).isEqualTo(3);
            assertThat(again.send(Set.of(1), message(again, 1, 4, new byte[1]), patience())).isEmpty();
            assertThat(nextMessage(a).round()).isEqualTo(4);
            a.close();
        }
    }

    @Test
    void aSecondEndOfANodeNeedsAHigherIncarnationAndClosesTheFirst() throws Exception {
        Transport shared = transport();
        Communication first = open(shared, 1, 3);
        assertThatThrownBy(() -> open(shared, 1, 3)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("incarnation 3");
        Communication second = open(shared, 1, 4);
        assertThatThrownBy(() -> first.receive(patience())).isInstanceOf(IllegalStateException.class);
        Communication a = open(0);
        connectAll(a, second);
        assertThat(a.send(Set.of(1), message(a, 0, new byte[1]), patience())).isEmpty();
        assertThat(nextMessage(second).round()).isZero();
    }

    // ---------------------------------------------------------------- reaching peers

    @Test
    void connectNamesWhoCannotBeReachedAndWhy() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        Transport gone = transport();
        register(gone, 2, 0);
        gone.close();
        threads.submit(() -> b.connect(Set.of(0), patience()));
        Map<Integer, String> missing = a.connect(List.of(1, 2, 3), after(1500));
        assertThat(missing).containsOnlyKeys(2, 3);
        assertThat(missing.get(2)).isNotBlank();
        assertThat(missing.get(3)).contains("address is not known");
        assertThat(a.send(List.of(1, 3), message(a, 0, new byte[1]), after(50))).containsExactly(3);
        assertThat(nextMessage(b).sender()).isZero();
    }

    @Test
    void aPeerMayComeLater() throws Exception {
        Communication a = open(0);
        Future<Map<Integer, String>> connecting = threads.submit(() -> a.connect(Set.of(1), patience()));
        Transport later = transport();
        // Its address is known before the node is there, as in a run's rendezvous.
        register(later, 1, 0);
        Communication b = open(later, 1, 0);
        assertThat(b.connect(Set.of(0), patience())).isEmpty();
        assertThat(connecting.get()).isEmpty();
    }

    @Test
    void sendingOpensTheLink() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        assertThat(a.send(Set.of(1), message(a, 1, new byte[1]), patience())).isEmpty();
        assertThat(nextMessage(b).round()).isEqualTo(1);
    }

    @Test
    void sendingOpensTheLinkWhicheverIdIsLower() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        assertThat(b.send(Set.of(0), message(b, 1, new byte[1]), patience())).isEmpty();
        assertThat(nextMessage(a).round()).isEqualTo(1);
    }

    @Test
    void aNodeSendsOnlyItsOwnMessagesAndOnlyToOthers() {
        Communication a = open(0);
        Communication b = open(1);
        assertThatThrownBy(() -> a.send(Set.of(0), message(a, 0, new byte[1]), after(0))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> a.send(Set.of(1), message(b, 0, new byte[1]), after(0))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> a.send(Set.of(1), message(a, 1, 0, new byte[1]), after(0))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyWaitCanBeInterrupted() {
        Communication a = open(0);
        assertInterrupted(() -> a.receive(patience()));
        assertInterrupted(() -> a.connect(Set.of(1), patience()));
        assertInterrupted(() -> a.send(Set.of(1), message(a, 0, new byte[1]), patience()));
    }

    private static void assertInterrupted(org.assertj.core.api.ThrowableAssert.ThrowingCallable wait) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(wait).isInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    // ---------------------------------------------------------------- accounting

    @Test
    void framingIsWhatItIsSaidToBe() throws Exception {
        Communication a = open(0);
        Communication b = open(1);
        connectAll(a, b);
        for (int size : new int[] {0, 1, MIB, MIB + 1, 5 * MIB}) {
            Traffic sentBefore = a.traffic();
            Traffic receivedBefore = b.traffic();
            assertThat(a.send(Set.of(1), message(a, 0, new byte[size]), patience())).isEmpty();
            nextMessage(b);
            assertThat(a.traffic().since(sentBefore).framingSent()).isEqualTo(a.framingBytes(size));
            assertThat(b.traffic().since(receivedBefore).framingReceived()).isEqualTo(b.framingBytes(size));
        }
    }

    @Test
    void everyByteSentIsReceived() throws Exception {
        Communication[] ends = {open(0), open(1), open(2), open(3)};
        connectAll(ends);
        Random random = new Random(5);
        long payload = 0;
        long metadata = 0;
        for (int round = 0; round < 6; round++) {
            for (Communication end : ends) {
                int size = random.nextInt(3 * MIB / 2);
                int meta = random.nextInt(size + 1);
                List<Integer> others = Arrays.stream(ends).map(Communication::node).filter(node -> node != end.node()).toList();
                assertThat(end.send(others, new Message(end.node(), 0, round, Message.Kind.MODEL, 0, 1, meta, ByteBuffer.allocate(size)),
                    patience())).isEmpty();
                payload += 3L * (size - meta);
                metadata += 3L * meta;
            }
            for (Communication end : ends) {
                for (int i = 0; i < 3; i++) {
                    nextMessage(end);
                }
            }
        }
        List<Future<?>> closing = new ArrayList<>();
        for (Communication end : ends) {
            closing.add(threads.submit(() -> {
                end.close(patience());
                return null;
            }));
        }
        for (var each : closing) {
            each.get();
        }
        Traffic sum = Traffic.NONE;
        for (Communication end : ends) {
            sum = end.traffic().since(new Traffic(-sum.messagesSent(), -sum.payloadSent(), -sum.metadataSent(), -sum.framingSent(),
                -sum.messagesReceived(), -sum.payloadReceived(), -sum.metadataReceived(), -sum.framingReceived(), -sum.staleDropped()));
        }
        assertThat(sum.messagesSent()).isEqualTo(6 * 4 * 3);
        assertThat(sum.messagesReceived()).isEqualTo(6 * 4 * 3);
        assertThat(sum.payloadSent()).isEqualTo(payload);
        assertThat(sum.payloadReceived()).isEqualTo(payload);
        assertThat(sum.metadataSent()).isEqualTo(metadata);
        assertThat(sum.metadataReceived()).isEqualTo(metadata);
        assertThat(sum.framingSent()).isPositive().isEqualTo(sum.framingReceived());
        assertThat(sum.staleDropped()).isZero();
    }
}
