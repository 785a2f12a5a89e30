package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.communication.Communication.Event;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever talks nonsense to a run's listener is shut out and counted, and the run goes on. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NettyListenerTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int NODE = 5;

    private final Map<Integer, Address> book = new ConcurrentHashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeEverything() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private NettyTransport transport(TcpOptions options) {
        NettyTransport transport = new NettyTransport(options, Tcp.MEMBERSHIP, "127.0.0.1");
        opened.add(transport);
        return transport;
    }

    private Communication open(Transport transport, int node) {
        book.put(node, new Address(node, 0, transport.host(), transport.port()));
        return transport.open(node, 0, book::get);
    }

    private Stranger member(Transport transport) throws Exception {
        Stranger stranger = Stranger.member(transport);
        opened.add(stranger);
        return stranger;
    }

    private static TcpOptions impatient() {
        return Tcp.with(Duration.ofMillis(200), Tcp.OPTIONS.pendingConnections());
    }

    private static void assertRefused(Transport transport, Stranger stranger, Refusal reason) throws Exception {
        assertThat(stranger.isShutOut()).isTrue();
        Deadline deadline = Deadline.after(LONG);
        while (!transport.refusals().containsKey(reason.label()) && !deadline.hasPassed()) {
            Thread.sleep(2);
        }
        assertThat(transport.refusals()).containsOnlyKeys(reason.label());
    }

    // ---------------------------------------------------------------- before the handshake is over

    @Test
    void garbageIsShutOutAndTheOthersGoOn() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication a = open(transport, 1);
        Communication b = open(transport, NODE);
        assertThat(a.connect(Set.of(NODE), Deadline.after(LONG))).isEmpty();
        Stranger browser = member(transport);
        browser.say("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertRefused(transport, browser, Refusal.GARBAGE);
        assertThat(a.send(Set.of(NODE), Message.model(1, 0, 3, 0, 0, ByteBuffer.allocate(9)), Deadline.after(LONG))).isEmpty();
        assertThat(b.receive(Deadline.after(LONG))).isInstanceOf(Event.Arrived.class);
    }

    @Test
    void anOversizedFrameIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Stranger stranger = member(transport);
        stranger.say(ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).putInt(0x5354524c).array());
        assertRefused(transport, stranger, Refusal.OVERSIZED);
    }

    @Test
    void aDamagedFrameIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Stranger stranger = member(transport);
        byte[] hello = stranger.control(FrameHeader.HELLO, 1, 0, new byte[40]);
        hello[hello.length - 1] ^= 1;
        stranger.say(hello);
        assertRefused(transport, stranger, Refusal.CORRUPT);
    }

    @Test
    void anotherRunIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Stranger stranger = new Stranger(transport, Tcp.MEMBERSHIP.runId() + 1, Tcp.MEMBERSHIP.secret());
        opened.add(stranger);
        stranger.say(stranger.control(FrameHeader.HELLO, 1, 0, new byte[40]));
        assertRefused(transport, stranger, Refusal.WRONG_RUN);
    }

    @Test
    void whoDoesNotKnowTheSecretIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        open(transport, NODE);
        Stranger stranger = new Stranger(transport, Tcp.MEMBERSHIP.runId(), new byte[] {1, 2, 3});
        opened.add(stranger);
        stranger.shakeHands(1, 0, NODE, 0);
        assertRefused(transport, stranger, Refusal.WRONG_SECRET);
    }

    @Test
    void theListenersOwnProofDoesNotServeAsTheOpeners() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        open(transport, NODE);
        Stranger mirror = member(transport);
        mirror.say(mirror.control(FrameHeader.HELLO, 1, 0, ByteBuffer.allocate(40).putInt(NODE).array()));
        byte[] challenge = mirror.readPayload();
        byte[] theirProof = Arrays.copyOfRange(challenge, Handshake.NONCE_BYTES, challenge.length);
        mirror.say(mirror.control(FrameHeader.PROOF, 1, 0, theirProof));
        assertRefused(transport, mirror, Refusal.WRONG_SECRET);
    }

    @Test
    void aMessageInsteadOfAHandshakeIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Stranger stranger = member(transport);
        stranger.say(stranger.message(Message.model(1, 0, 0, 0, 0, ByteBuffer.allocate(10))));
        assertRefused(transport, stranger, Refusal.OUT_OF_TURN);
    }

    @Test
    void aNodeThatIsNotHereIsNotFoundWithinTheDeadline() throws Exception {
        NettyTransport transport = transport(impatient());
        open(transport, NODE);
        Stranger stranger = member(transport);
        stranger.shakeHands(1, 0, 99, 0);
        assertRefused(transport, stranger, Refusal.WRONG_TARGET);
    }

    @Test
    void anEarlierIncarnationIsShutOut() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        open(transport, NODE);
        Stranger newer = member(transport);
        newer.shakeHands(1, 7, NODE, 0);
        assertThat(newer.readPayload()).as("welcome").isEmpty();
        Stranger older = member(transport);
        older.shakeHands(1, 6, NODE, 0);
        assertRefused(transport, older, Refusal.STALE);
    }

    @Test
    void whoSaysNothingIsShutOutWhenItsTimeIsOver() throws Exception {
        NettyTransport transport = transport(impatient());
        Stranger silent = member(transport);
        assertRefused(transport, silent, Refusal.TOO_SLOW);
    }

    @Test
    void whoSaysItVerySlowlyIsShutOutWhenItsTimeIsOver() throws Exception {
        NettyTransport transport = transport(impatient());
        Stranger slow = member(transport);
        byte[] hello = slow.control(FrameHeader.HELLO, 1, 0, new byte[40]);
        slow.say(Arrays.copyOf(hello, hello.length - 1));
        assertRefused(transport, slow, Refusal.TOO_SLOW);
    }

    @Test
    void honestNodesGetThroughAFlood() throws Exception {
        NettyTransport transport = transport(Tcp.with(Duration.ofMinutes(10), 8));
        Communication b = open(transport, NODE);
        for (int i = 0; i < 60; i++) {
            member(transport);
        }
        Communication a = open(transport(Tcp.OPTIONS), 1);
        assertThat(a.connect(Set.of(NODE), Deadline.after(LONG))).isEmpty();
        assertThat(a.send(Set.of(NODE), Message.model(1, 0, 0, 0, 0, ByteBuffer.allocate(10)), Deadline.after(LONG))).isEmpty();
        assertThat(b.receive(Deadline.after(LONG))).isInstanceOf(Event.Arrived.class);
        Deadline deadline = Deadline.after(LONG);
        while (transport.refusals().getOrDefault(Refusal.TOO_MANY.label(), 0L) < 60 - 8 && !deadline.hasPassed()) {
            Thread.sleep(2);
        }
        assertThat(transport.refusals()).containsOnlyKeys(Refusal.TOO_MANY.label());
        assertThat(transport.refusals().get(Refusal.TOO_MANY.label())).isGreaterThanOrEqualTo(60 - 8);
    }

    // ---------------------------------------------------------------- on an open link

    private Stranger linked(NettyTransport transport) throws Exception {
        Stranger peer = member(transport);
        peer.shakeHands(1, 0, NODE, 0);
        assertThat(peer.readPayload()).as("welcome").isEmpty();
        return peer;
    }

    private static void assertGone(Communication node, Refusal reason) throws Exception {
        Event event = node.receive(Deadline.after(LONG));
        assertThat(event).isInstanceOfSatisfying(Event.PeerGone.class, gone -> {
            assertThat(gone.peer()).isEqualTo(1);
            assertThat(gone.farewell()).isFalse();
            assertThat(gone.reason()).contains(reason.label());
        });
    }

    @Test
    void aPeerWhoseBytesAreDamagedIsGone() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        Stranger peer = linked(transport);
        byte[] good = peer.message(Message.model(1, 0, 1, 0, 0, ByteBuffer.allocate(1000)));
        peer.say(good);
        byte[] bad = good.clone();
        bad[500] ^= 4;
        peer.say(bad);
        assertThat(node.receive(Deadline.after(LONG))).isInstanceOf(Event.Arrived.class);
        assertGone(node, Refusal.CORRUPT);
        assertRefused(transport, peer, Refusal.CORRUPT);
    }

    @Test
    void aPeerThatSpeaksForAnotherIsGone() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        Stranger peer = linked(transport);
        peer.say(peer.message(Message.model(2, 0, 1, 0, 0, ByteBuffer.allocate(1000))));
        assertGone(node, Refusal.WRONG_SENDER);
        assertRefused(transport, peer, Refusal.WRONG_SENDER);
    }

    @Test
    void aPeerThatAnnouncesTooMuchIsGone() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        Stranger peer = linked(transport);
        Message large = Message.model(1, 0, 1, 0, 0, ByteBuffer.allocate(0));
        ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES);
        FrameHeader.part(large, Tcp.MEMBERSHIP.runId(), 0, Tcp.OPTIONS.maxMessageBytes() + 1, FrameHeader.MAX_CHUNK_BYTES)
            .writeTo(header, ByteBuffer.allocate(0));
        peer.say(header.array());
        assertGone(node, Refusal.OVERSIZED);
        assertRefused(transport, peer, Refusal.OVERSIZED);
    }

    @Test
    void aSecondHelloOnAnOpenLinkIsNotAnswered() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        Stranger peer = linked(transport);
        peer.say(peer.control(FrameHeader.HELLO, 1, 0, new byte[40]));
        assertGone(node, Refusal.OUT_OF_TURN);
    }

    @Test
    void aPeerThatReconnectsReplacesItsOldConnection() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        Stranger before = linked(transport);
        before.say(before.message(Message.model(1, 0, 1, 0, 0, ByteBuffer.allocate(10))));
        assertThat(node.receive(Deadline.after(LONG))).isInstanceOf(Event.Arrived.class);
        Stranger after = linked(transport);
        assertThat(before.isShutOut()).isTrue();
        after.say(after.message(Message.model(1, 0, 2, 0, 0, ByteBuffer.allocate(10))));
        assertThat(node.receive(Deadline.after(LONG))).isInstanceOf(Event.PeerGone.class);
        assertThat(node.receive(Deadline.after(LONG))).isInstanceOfSatisfying(Event.Arrived.class,
            arrived -> assertThat(arrived.message().round()).isEqualTo(2));
        assertThat(transport.refusals()).isEmpty();
    }

    @Test
    void aGoodbyeThatIsNotAnsweredDoesNotHoldUpClosing() throws Exception {
        NettyTransport transport = transport(Tcp.OPTIONS);
        Communication node = open(transport, NODE);
        linked(transport);
        node.close(Deadline.after(Duration.ofMillis(100)));
    }

    // ---------------------------------------------------------------- the other way round

    @Test
    void aListenerThatDoesNotKnowTheSecretIsNotTrusted() throws Exception {
        NettyTransport impostor = new NettyTransport(Tcp.OPTIONS, new Transport.Membership(Tcp.MEMBERSHIP.runId(), new byte[] {9}), "127.0.0.1");
        opened.add(impostor);
        open(impostor, NODE);
        Communication a = open(transport(Tcp.OPTIONS), 1);
        assertThat(a.connect(Set.of(NODE), Deadline.after(Duration.ofMillis(1500)))).hasEntrySatisfying(NODE,
            reason -> assertThat(reason).contains("secret"));
    }

    @Test
    void aListenerThatNeverAnswersIsGivenUp() throws Exception {
        try (ServerSocket mute = new ServerSocket(0)) {
            book.put(NODE, new Address(NODE, 0, "127.0.0.1", mute.getLocalPort()));
            Communication a = open(transport(impatient()), 1);
            assertThat(a.connect(Set.of(NODE), Deadline.after(Duration.ofMillis(1500)))).hasEntrySatisfying(NODE,
                reason -> assertThat(reason).contains("no link within 200 ms"));
        }
    }

    @Test
    void aNameThatCannotBeResolvedIsReported() throws Exception {
        book.put(NODE, new Address(NODE, 0, "no-such-host.invalid", 1));
        Communication a = open(transport(Tcp.OPTIONS), 1);
        assertThat(a.connect(Set.of(NODE), Deadline.after(Duration.ofSeconds(3)))).containsOnlyKeys(NODE);
    }
}
