package io.starling.spark.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.communication.Address;
import io.starling.communication.Deadline;
import io.starling.communication.Refusal;
import io.starling.communication.RunCertificate;
import io.starling.communication.Transport.Membership;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    private static final Membership RUN = new Membership(7, new byte[] {1, 2, 3});
    private static final String HERE = "127.0.0.1";

    private final Roster roster = new Roster(2);
    private final Rendezvous rendezvous = new Rendezvous(HERE, RUN, roster);

    private static Deadline patience() {
        return Deadline.after(Duration.ofSeconds(30));
    }

    @AfterEach
    void close() {
        rendezvous.close();
    }

    private RendezvousClient client(String name) throws IOException {
        return new RendezvousClient(HERE, rendezvous.port(), RUN, name);
    }

    @Test
    void twoExecutorsMeet() throws Exception {
        try (RendezvousClient a = client("a"); RendezvousClient b = client("b")) {
            a.register(new Address(0, 0, "ha", 1));
            b.register(new Address(1, 0, "hb", 2));
            roster.await(Roster.Stage.REGISTERED, patience(), s -> { });
            rendezvous.sendAddresses();
            a.awaitAddresses(patience());
            b.awaitAddresses(patience());
            assertThat(a.find(1)).isEqualTo(new Address(1, 0, "hb", 2));
            assertThat(b.find(0)).isEqualTo(new Address(0, 0, "ha", 1));
            assertThat(a.find(5)).isNull();
            a.ready(0, 0, Map.of());
            b.ready(1, 0, Map.of());
            roster.await(Roster.Stage.READY, patience(), s -> { });
            rendezvous.start();
            a.awaitStart(patience());
            b.awaitStart(patience());
            a.progress(0, 3, 99, 12.5, null);
            a.done(0, 0);
            b.failed(1, 0, 2, new IllegalStateException("broken"), List.of("INFO a line"));
            a.left(1.5, 100, 0, Map.of("wrong secret", 2L));
            b.left(0.5, 200, 3, Map.of());
            assertThat(roster.awaitLeft(patience())).isTrue();
            assertThat(roster.failures()).singleElement().satisfies(f -> {
                assertThat(f.error()).isEqualTo("broken");
                assertThat(f.log()).containsExactly("INFO a line");
                assertThat(f.executor()).isEqualTo("b");
            });
            assertThat(roster.progress().bytesSent()).isEqualTo(99);
            assertThat(roster.executors()).extracting(Roster.Executor::resultsDropped).containsExactlyInAnyOrder(0L, 3L);
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsNotListenedTo() {
        assertThatThrownBy(() -> new RendezvousClient(HERE, rendezvous.port(), new Membership(7, new byte[] {9}), "spy")).isInstanceOf(IOException.class).hasMessageContaining("not admitted");
    }

    @Test
    void garbageDoesNotDisturb() throws Exception {
        try (Socket socket = new Socket(HERE, rendezvous.port()); OutputStream out = socket.getOutputStream()) {
            out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            try (RendezvousClient a = client("a")) {
                a.register(new Address(0, 0, "ha", 1));
                a.register(new Address(77, 0, "not a node", 1));
                a.register(new Address(1, 0, "ha", 1));
                roster.await(Roster.Stage.REGISTERED, patience(), s -> { });
            }
        }
    }

    @Test
    void stopReachesWhoWaitsAndWhoRuns() throws Exception {
        try (RendezvousClient a = client("a"); RendezvousClient b = client("b")) {
            CountDownLatch stopped = new CountDownLatch(1);
            rendezvous.start();
            b.awaitStart(patience());
            b.onStop(stopped::countDown);
            a.awaitStart(patience());
            rendezvous.stop("enough");
            assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(b.stopReason()).isEqualTo("enough");
            assertThatThrownBy(() -> roster.await(Roster.Stage.REGISTERED, patience(), s -> { })).hasMessageContaining("enough");
        }
    }

    @Test
    void aDriverThatIsGoneStopsTheNodes() throws Exception {
        try (RendezvousClient a = client("a")) {
            rendezvous.close();
            assertThatThrownBy(() -> a.awaitAddresses(patience())).isInstanceOf(RendezvousFailed.class).hasMessageContaining("connection to the driver is lost");
        }
    }

    @Test
    void anExecutorThatIsGoneLosesItsNodes() throws Exception {
        RendezvousClient a = client("a");
        a.register(new Address(1, 0, "ha", 1));
        while (roster.addresses().isEmpty()) {
            Thread.onSpinWait();
        }
        a.close();
        assertThat(roster.awaitLeft(patience())).isTrue();
        assertThat(roster.failures()).singleElement().satisfies(f -> assertThat(f.node()).isEqualTo(1));
    }

    // ---------------------------------------------------------------- who does not belong here

    private void awaitRefusals(Rendezvous meeting, Refusal reason, long count) throws InterruptedException {
        Deadline deadline = patience();
        while (meeting.refusals().getOrDefault(reason.label(), 0L) < count && !deadline.hasPassed()) {
            Thread.sleep(2);
        }
        assertThat(meeting.refusals()).containsOnlyKeys(reason.label());
        assertThat(meeting.refusals().get(reason.label())).isGreaterThanOrEqualTo(count);
    }

    /** Whether the other side has closed the connection, whatever it said before that. */
    private static boolean isShutOut(Socket socket) throws IOException {
        socket.setSoTimeout(30_000);
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void refusalsAreCounted() throws Exception {
        assertThatThrownBy(() -> new RendezvousClient(HERE, rendezvous.port(), new Membership(7, new byte[] {9}), "spy")).isInstanceOf(IOException.class);
        awaitRefusals(rendezvous, Refusal.WRONG_SECRET, 1);
    }

    @Test
    void whoHasNotProvedItselfMayNotSayMuch() throws Exception {
        try (Socket socket = new Socket(HERE, rendezvous.port())) {
            socket.getOutputStream().write(ByteBuffer.allocate(4).putInt(ControlFrames.MAX_HANDSHAKE_BYTES + 1).array());
            assertThat(isShutOut(socket)).isTrue();
            awaitRefusals(rendezvous, Refusal.OVERSIZED, 1);
        }
    }

    @Test
    void whoDribblesHasNoMoreTimeThanWhoIsSilent() throws Exception {
        try (Rendezvous impatient = new Rendezvous(HERE, RUN, new Roster(2), Duration.ofMillis(400));
                Socket silent = new Socket(HERE, impatient.port()); Socket dribbling = new Socket(HERE, impatient.port())) {
            Thread drip = new Thread(() -> {
                try {
                    for (byte b : ByteBuffer.allocate(1000).putInt(996).array()) {
                        dribbling.getOutputStream().write(b);
                        Thread.sleep(20);
                    }
                } catch (IOException | InterruptedException e) {
                    // shut out, as it should be
                }
            });
            drip.start();
            assertThat(isShutOut(silent)).isTrue();
            assertThat(isShutOut(dribbling)).isTrue();
            awaitRefusals(impatient, Refusal.TOO_SLOW, 2);
            drip.interrupt();
            drip.join();
        }
    }

    @Test
    void executorsGetThroughAFlood() throws Exception {
        List<Socket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 1500; i++) {
                flood.add(new Socket(HERE, rendezvous.port()));
            }
            try (RendezvousClient a = client("a")) {
                a.register(new Address(0, 0, "ha", 1));
                a.register(new Address(1, 0, "ha", 1));
                roster.await(Roster.Stage.REGISTERED, patience(), s -> { });
            }
            awaitRefusals(rendezvous, Refusal.TOO_MANY, 1500 - 1024);
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
    }

    // ---------------------------------------------------------------- encrypted

    @Test
    void executorsMeetEncrypted() throws Exception {
        Membership encrypted = Membership.create(true);
        Roster two = new Roster(2);
        try (Rendezvous meeting = new Rendezvous(HERE, encrypted, two); RendezvousClient a = new RendezvousClient(HERE, meeting.port(), encrypted, "a")) {
            a.register(new Address(0, 0, "ha", 1));
            a.register(new Address(1, 0, "ha", 1));
            two.await(Roster.Stage.REGISTERED, patience(), s -> { });
            meeting.sendAddresses();
            a.awaitAddresses(patience());
            assertThat(a.find(1).host()).isEqualTo("ha");
            Membership otherCertificate = new Membership(encrypted.runId(), encrypted.secret(), RunCertificate.create());
            assertThatThrownBy(() -> new RendezvousClient(HERE, meeting.port(), otherCertificate, "spy")).isInstanceOf(IOException.class);
            try (Socket socket = new Socket(HERE, meeting.port())) {
                socket.getOutputStream().write("{\"type\":\"hello\"}".getBytes(StandardCharsets.UTF_8));
                assertThat(isShutOut(socket)).isTrue();
            }
            awaitRefusals(meeting, Refusal.BAD_TLS, 2);
        }
    }
}
