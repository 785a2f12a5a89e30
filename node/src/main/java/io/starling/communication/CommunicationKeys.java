package io.starling.communication;

import io.starling.config.Key;
import io.starling.config.UserError;
import java.time.Duration;
import java.util.List;

/** The configuration keys of the section {@code communication}. */
public final class CommunicationKeys {
    /** Values of {@link #TLS}. */
    public static final String TLS_OFF = "off";
    public static final String TLS_ON = "on";
    public static final String TLS_OFF_ANYWAY = "off-although-spark-encrypts";

    private static final long MIB = 1 << 20;

    public static final Key<String> KIND = Key.string("communication.kind").orElse("tcp")
        .doc("How nodes reach each other: the name or the class of a transport.");

    public static final Key<String> BIND = Key.string("communication.bind").optional()
        .doc("Address that executors listen on, such as 0.0.0.0 for every interface; without it, the one that other executors know the machine by.");

    public static final Key<String> PORTS = Key.string("communication.ports").orElse("0")
        .check(PortRange::isValid, "0 for any free port, a port such as 20000, or a range such as 20000-20100")
        .doc("Ports that executors listen on. Each executor takes the first free one of the range.");

    public static final Key<Long> MAX_MESSAGE = Key.bytes("communication.max-message").between(1024, 1024 * MIB).orElse(256 * MIB)
        .doc("The largest message. A peer that announces a larger one is disconnected before memory is taken for it.");

    public static final Key<Long> CHUNK = Key.bytes("communication.chunk").between(1024, MIB).orElse(MIB)
        .doc("Messages are cut into frames of at most this much payload.");

    public static final Key<Long> SEND_BUFFER = Key.bytes("communication.send-buffer").between(1024, 1024 * MIB).orElse(4 * MIB)
        .doc("A send waits while more than this is under way to a peer; so at most this and one message are kept for it.");

    public static final Key<Long> INBOX = Key.bytes("communication.inbox").between(1024, 1024 * 1024 * MIB).orElse(8 * MIB)
        .doc("A peer is not read from while this much of what it sent was not yet taken by the node; one message always fits.");

    public static final Key<Duration> CONNECT_TIMEOUT = span("communication.connect-timeout", Duration.ofSeconds(5))
        .doc("How long one attempt to reach a peer's port may take; there are more, until the caller's deadline.");

    public static final Key<Duration> HANDSHAKE_TIMEOUT = span("communication.handshake-timeout", Duration.ofSeconds(10))
        .doc("A connection that has not proved within this time that it belongs to the run is closed.");

    public static final Key<Duration> SEND_TIMEOUT = span("communication.send-timeout", Duration.ofSeconds(60))
        .doc("How long a node tries to hand a message to its neighbours before it goes on without those it could not reach.");

    public static final Key<Duration> CLOSE_TIMEOUT = span("communication.close-timeout", Duration.ofSeconds(5))
        .doc("How long a node that is done waits for its peers to have read its last messages.");

    public static final Key<Duration> RETRY = span("communication.retry", Duration.ofMillis(100))
        .doc("Pause after the first failed attempt to reach a peer; it doubles with every further one, up to 32 times this.");

    public static final Key<Integer> PENDING = Key.integer("communication.pending-connections").between(1, 1 << 20).orElse(4096)
        .doc("Connections that have not yet proved to belong to the run; when there are more, the oldest is closed.");

    public static final Key<Integer> MAX_LINKS = Key.integer("communication.max-links").between(0, 1 << 24).orElse(0)
        .doc("Open links of an executor above which those that have not been used for longest are closed, to be opened again when "
            + "needed; for graphs that change with the round. A link between two nodes of the executor counts twice. Each takes a file descriptor; "
            + "0 is two thirds of those that the executor's process may have.");

    public static final Key<Duration> IDLE = span("communication.idle", Duration.ofSeconds(1))
        .doc("A link that was used within this time is not closed for being one too many.");

    public static final Key<String> CO_LOCATED = Key.string("communication.co-located").oneOf("auto", "tcp", "memory").orElse("auto")
        .doc("How nodes of the same executor reach each other: by TCP like all others, or through memory, which takes no sockets; then "
            + "communication.send-buffer does not hold between them, and communication.max-links does not count them. "
            + "auto is TCP until the executor has communication.max-links open, and memory for links that come then.");

    public static final Key<Integer> THREADS = Key.integer("communication.threads").between(1, 256).orElse(2)
        .doc("Threads of an executor that move bytes for all its nodes.");

    public static final Key<String> TLS = Key.string("communication.tls").oneOf(TLS_OFF, TLS_ON, TLS_OFF_ANYWAY).orElse(TLS_OFF)
        .doc("Whether all connections of the run, between nodes and to the driver, are encrypted by TLS 1.3, with a certificate made for the run that "
            + "both sides must show. Where Spark's own connections are encrypted, off is refused and must be said as off-although-spark-encrypts.");

    public static final Key<Double> DROP = part("communication.faults.drop", 0)
        .doc("For trials: the part of the messages between nodes that is lost.");

    public static final Key<Duration> DELAY = Key.duration("communication.faults.delay").orElse(Duration.ZERO)
        .check(d -> !d.isNegative() && d.compareTo(Duration.ofHours(1)) <= 0, "from 0 to 1 h")
        .doc("For trials: how much later messages arrive, at the most; each by a random part of this. Those of one node stay in order.");

    public static final Key<Double> DELAY_FRACTION = part("communication.faults.delay-fraction", 1)
        .doc("For trials: the part of the messages that communication.faults.delay is for.");

    public static final Key<Double> DUPLICATE = part("communication.faults.duplicate", 0)
        .doc("For trials: the part of the messages that arrives twice.");

    public static final Key<Double> REORDER = part("communication.faults.reorder", 0)
        .doc("For trials: the part of the messages that later ones may overtake; takes communication.faults.delay to have an effect.");

    public static final Key<Double> CORRUPT = part("communication.faults.corrupt", 0)
        .doc("For trials, with communication.kind = tcp: the part of the frames between nodes in which a bit is changed on the way.");

    public static final Key<Long> FAULTS_SEED = Key.longInteger("communication.faults.seed").orElse(1L)
        .doc("What becomes of a message is a function of this, its sender, its receiver, and how many went before it.");

    private CommunicationKeys() {
    }

    private static Key<Double> part(String name, double value) {
        return Key.number(name).between(0, 1).orElse(value);
    }

    /** Every key of this section. */
    public static List<Key<?>> all() {
        return List.of(KIND, BIND, PORTS, MAX_MESSAGE, CHUNK, SEND_BUFFER, INBOX, CONNECT_TIMEOUT, HANDSHAKE_TIMEOUT, SEND_TIMEOUT,
            CLOSE_TIMEOUT, RETRY, PENDING, MAX_LINKS, IDLE, CO_LOCATED, THREADS, TLS,
            DROP, DELAY, DELAY_FRACTION, DUPLICATE, REORDER, CORRUPT, FAULTS_SEED);
    }

    private static Key<Duration> span(String name, Duration value) {
        return Key.duration(name).check(d -> d.compareTo(Duration.ofMillis(1)) >= 0 && d.compareTo(Duration.ofHours(24)) <= 0,
            "from 1 ms to 24 h").orElse(value);
    }

    /**
     * The ports a listener may have.
     *
     * @param first 0 for any free one
     */
    record PortRange(int first, int last) {
        static PortRange of(String text) {
            if (!isValid(text)) {
                throw new UserError(PORTS + " = " + text + " is not allowed: it must be " + PORTS.wanted() + ".");
            }
            int dash = text.indexOf('-');
            return dash < 0
                ? new PortRange(Integer.parseInt(text.strip()), Integer.parseInt(text.strip()))
                : new PortRange(Integer.parseInt(text.substring(0, dash).strip()), Integer.parseInt(text.substring(dash + 1).strip()));
        }

        static boolean isValid(String text) {
            if (!text.matches("\\s*\\d{1,5}\\s*(-\\s*\\d{1,5}\\s*)?")) {
                return false;
            }
            String[] ends = text.split("-");
            int first = Integer.parseInt(ends[0].strip());
            int last = Integer.parseInt(ends[ends.length - 1].strip());
            return first <= last && last <= 65535 && (first > 0 || last == 0);
        }

        @Override
        public String toString() {
            return first == last ? Integer.toString(first) : first + "-" + last;
        }
    }
}
