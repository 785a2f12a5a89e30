package io.starling.communication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With TLS on, only who has the run's own certificate gets as far as the handshake of nodes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TlsListenerTest {
    private static final String HERE = "127.0.0.1";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(1500);
    private static final int NODE = 5;

    private final Map<Integer, Address> book = new ConcurrentHashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeEverything() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private NettyTransport transport(Transport.Membership membership) {
        NettyTransport transport = new NettyTransport(Tcp.OPTIONS, membership, HERE);
        opened.add(transport);
        return transport;
    }

    private Communication open(Transport transport, int node) {
        book.put(node, new Address(node, 0, transport.host(), transport.port()));
        return transport.open(node, 0, book::get);
    }

    private static Transport.Membership sameSecretOtherCertificate() {
        return new Transport.Membership(Tcp.MEMBERSHIP.runId(), Tcp.MEMBERSHIP.secret(), RunCertificate.create());
    }

    private static void assertRefused(Transport transport, Refusal reason) throws InterruptedException {
        Deadline deadline = Deadline.after(LONG);
        while (!transport.refusals().containsKey(reason.label()) && !deadline.hasPassed()) {
            Thread.sleep(2);
        }
        assertThat(transport.refusals()).containsOnlyKeys(reason.label());
    }

    @Test
    void aCertificateOfItsOwnMakingIsAValidOne() throws Exception {
        var certificate = RunCertificate.create().certificate();
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity();
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=starling run");
        assertThat(RunCertificate.create().certificate()).isNotEqualTo(certificate);
    }

    @Test
    void anotherRunsCertificateIsRefusedByBothSides() throws Exception {
        NettyTransport listening = transport(Tcp.ENCRYPTED);
        open(listening, NODE);
        NettyTransport calling = transport(sameSecretOtherCertificate());
        Communication caller = open(calling, 1);
        assertThat(caller.connect(Set.of(NODE), Deadline.after(SHORT))).containsOnlyKeys(NODE);
        // The caller sees the listener's certificate first, and hangs up.
        assertRefused(calling, Refusal.BAD_TLS);
        assertRefused(listening, Refusal.BAD_TLS);
    }

    @Test
    void plainTextIsRefused() throws Exception {
        NettyTransport listening = transport(Tcp.ENCRYPTED);
        Communication node = open(listening, NODE);
        // A member of the run in all else: it knows the secret.
        Communication plain = open(transport(Tcp.MEMBERSHIP), 1);
        assertThat(plain.connect(Set.of(NODE), Deadline.after(SHORT))).containsOnlyKeys(NODE);
        assertRefused(listening, Refusal.BAD_TLS);
        assertThat(node.receive(Deadline.after(Duration.ZERO))).isNull();
    }

    @Test
    void tlsIsGarbageToARunThatDoesNotSpeakIt() throws Exception {
        NettyTransport listening = transport(Tcp.MEMBERSHIP);
        open(listening, NODE);
        Communication encrypted = open(transport(Tcp.ENCRYPTED), 1);
        assertThat(encrypted.connect(Set.of(NODE), Deadline.after(SHORT))).containsOnlyKeys(NODE);
        assertRefused(listening, Refusal.GARBAGE);
    }

    @Test
    void theCertificateAloneIsNotEnough() throws Exception {
        NettyTransport listening = transport(Tcp.ENCRYPTED);
        open(listening, NODE);
        Communication caller = open(transport(new Transport.Membership(Tcp.ENCRYPTED.runId(), new byte[] {9}, Tcp.ENCRYPTED.certificate())), 1);
        assertThat(caller.connect(Set.of(NODE), Deadline.after(SHORT))).hasEntrySatisfying(NODE, why -> assertThat(why).contains("secret"));
    }

    @Test
    void whoDribblesItsHandshakeIsShutOutInTime() throws Exception {
        NettyTransport listening = new NettyTransport(Tcp.with(Duration.ofMillis(300), 16), Tcp.ENCRYPTED, HERE);
        opened.add(listening);
        try (Socket socket = new Socket(HERE, listening.port())) {
            // The beginning of a TLS record.
            socket.getOutputStream().write(new byte[] {0x16, 3, 1});
            socket.setSoTimeout((int) LONG.toMillis());
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(64);
            assertRefused(listening, Refusal.TOO_SLOW);
        }
    }

    /** Listens in between. */
    private final class Wiretap implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0);
        private final int target;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

        private Wiretap(int target) throws IOException {
            this.target = target;
            opened.add(this);
            new Thread(this::listen).start();
        }

        private void listen() {
            try {
                while (true) {
                    Socket near = door.accept();
                    Socket far = new Socket(HERE, target);
                    new Thread(() -> copy(near, far)).start();
                    new Thread(() -> copy(far, near)).start();
                }
            } catch (IOException e) {
                // closed
            }
        }

        private void copy(Socket from, Socket to) {
            byte[] buffer = new byte[1 << 14];
            try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    synchronized (heard) {
                        heard.write(buffer, 0, count);
                    }
                    out.write(buffer, 0, count);
                }
            } catch (IOException e) {
                // as the ends like it
            }
        }

        private String heard() {
            synchronized (heard) {
                return heard.toString(StandardCharsets.ISO_8859_1);
            }
        }

        @Override
        public void close() throws IOException {
            door.close();
        }
    }

    private String wiretapped(Transport.Membership membership) throws Exception {
        Communication b = open(transport(membership), NODE);
        Wiretap tap = new Wiretap(book.get(NODE).port());
        book.put(NODE, new Address(NODE, 0, HERE, tap.door.getLocalPort()));
        Communication a = open(transport(membership), 1);
        byte[] payload = "parameters that nobody else should see".getBytes(StandardCharsets.US_ASCII);
        assertThat(a.send(Set.of(NODE), Message.model(1, 0, 0, 0, 0, ByteBuffer.wrap(payload)), Deadline.after(LONG))).isEmpty();
        assertThat(b.receive(Deadline.after(LONG))).isInstanceOf(Communication.Event.Arrived.class);
        return tap.heard();
    }

    @Test
    void whoListensInBetweenReadsNothingOfAnEncryptedRun() throws Exception {
        assertThat(wiretapped(Tcp.MEMBERSHIP)).contains("parameters that nobody").contains("STRL");
        assertThat(wiretapped(Tcp.ENCRYPTED)).hasSizeGreaterThan(1000).doesNotContain("parameters").doesNotContain("STRL");
    }
}
