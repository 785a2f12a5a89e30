package io.starling.communication;

import io.starling.communication.CommunicationKeys.PortRange;
import io.starling.communication.Transport.Membership;
import io.starling.config.Key;
import io.starling.config.Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The run that the tests of TCP are part of. */
final class Tcp {
    static final Membership MEMBERSHIP = new Membership(0x5eedL, "a secret of the tests".getBytes(StandardCharsets.UTF_8));
    static final Membership ENCRYPTED = new Membership(MEMBERSHIP.runId(), MEMBERSHIP.secret(), RunCertificate.create());
    static final TcpOptions OPTIONS = TcpOptions.of(new Settings() {
        @Override
        public <T> T get(Key<T> key) {
            return key.defaultValue();
        }

        @Override
        public boolean has(Key<?> key) {
            return key.defaultValue() != null;
        }
    });

    private Tcp() {
    }

    static TcpOptions with(Duration handshakeTimeout, int pendingConnections) {
        return new TcpOptions(OPTIONS.bind(), OPTIONS.ports(), OPTIONS.maxMessageBytes(), OPTIONS.chunkBytes(), OPTIONS.sendBufferBytes(),
            OPTIONS.inboxBytes(), OPTIONS.connectTimeout(), handshakeTimeout, OPTIONS.closeTimeout(), OPTIONS.retry(), pendingConnections,
            OPTIONS.maxLinks(), OPTIONS.idle(), CoLocated.TCP, OPTIONS.threads(), OPTIONS.corrupt(), OPTIONS.faultsSeed());
    }

    static TcpOptions with(String bind, String ports) {
        return new TcpOptions(bind, PortRange.of(ports), OPTIONS.maxMessageBytes(), OPTIONS.chunkBytes(), OPTIONS.sendBufferBytes(),
            OPTIONS.inboxBytes(), OPTIONS.connectTimeout(), OPTIONS.handshakeTimeout(), OPTIONS.closeTimeout(), OPTIONS.retry(),
            OPTIONS.pendingConnections(), OPTIONS.maxLinks(), OPTIONS.idle(), CoLocated.TCP, OPTIONS.threads(), OPTIONS.corrupt(), OPTIONS.faultsSeed());
    }

    /** With this part of the frames changed on their way. */
    static TcpOptions corrupting(double part) {
        return new TcpOptions(OPTIONS.bind(), OPTIONS.ports(), OPTIONS.maxMessageBytes(), OPTIONS.chunkBytes(), OPTIONS.sendBufferBytes(),
            OPTIONS.inboxBytes(), OPTIONS.connectTimeout(), OPTIONS.handshakeTimeout(), OPTIONS.closeTimeout(), OPTIONS.retry(),
            OPTIONS.pendingConnections(), OPTIONS.maxLinks(), OPTIONS.idle(), CoLocated.TCP, OPTIONS.threads(), part, 1);
    }

    /** With links that rest, and with so long a handshake timeout that nobody gets through who waits for it. */
    static TcpOptions withLinks(int maxLinks, Duration idle) {
        return new TcpOptions(OPTIONS.bind(), OPTIONS.ports(), OPTIONS.maxMessageBytes(), OPTIONS.chunkBytes(), OPTIONS.sendBufferBytes(),
            OPTIONS.inboxBytes(), OPTIONS.connectTimeout(), Duration.ofHours(1), OPTIONS.closeTimeout(), OPTIONS.retry(),
            OPTIONS.pendingConnections(), maxLinks, idle, CoLocated.TCP, OPTIONS.threads(), OPTIONS.corrupt(), OPTIONS.faultsSeed());
    }

    static TcpOptions coLocated(CoLocated coLocated, int maxLinks) {
        return new TcpOptions(OPTIONS.bind(), OPTIONS.ports(), OPTIONS.maxMessageBytes(), OPTIONS.chunkBytes(), OPTIONS.sendBufferBytes(),
            OPTIONS.inboxBytes(), OPTIONS.connectTimeout(), OPTIONS.handshakeTimeout(), OPTIONS.closeTimeout(), OPTIONS.retry(),
            OPTIONS.pendingConnections(), maxLinks, OPTIONS.idle(), coLocated, OPTIONS.threads(), OPTIONS.corrupt(), OPTIONS.faultsSeed());
    }
}
