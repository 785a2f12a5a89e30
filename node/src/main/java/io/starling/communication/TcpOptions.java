package io.starling.communication;

import io.starling.communication.CommunicationKeys.PortRange;
import io.starling.config.Key;
import io.starling.config.Settings;
import java.time.Duration;
import java.util.Locale;

/**
 * How a {@link NettyTransport} is to be; what each means stands at the {@link CommunicationKeys} of the same name.
 *
 * @param bind null for the host's own address
 */
record TcpOptions(String bind, PortRange ports, int maxMessageBytes, int chunkBytes, int sendBufferBytes, long inboxBytes,
                  Duration connectTimeout, Duration handshakeTimeout, Duration closeTimeout, Duration retry,
                  int pendingConnections, int maxLinks, Duration idle, CoLocated coLocated, int threads, double corrupt,
                  long faultsSeed) {

    static TcpOptions of(Settings settings) {
        return new TcpOptions(
            settings.has(CommunicationKeys.BIND) ? settings.get(CommunicationKeys.BIND) : null,
            PortRange.of(settings.get(CommunicationKeys.PORTS)),
            bytes(settings, CommunicationKeys.MAX_MESSAGE),
            bytes(settings, CommunicationKeys.CHUNK),
            bytes(settings, CommunicationKeys.SEND_BUFFER),
            settings.get(CommunicationKeys.INBOX),
            settings.get(CommunicationKeys.CONNECT_TIMEOUT),
            settings.get(CommunicationKeys.HANDSHAKE_TIMEOUT),
            settings.get(CommunicationKeys.CLOSE_TIMEOUT),
            settings.get(CommunicationKeys.RETRY),
            settings.get(CommunicationKeys.PENDING),
            maxLinks(settings.get(CommunicationKeys.MAX_LINKS)),
            settings.get(CommunicationKeys.IDLE),
            CoLocated.valueOf(settings.get(CommunicationKeys.CO_LOCATED).toUpperCase(Locale.ROOT)),
            settings.get(CommunicationKeys.THREADS),
            settings.get(CommunicationKeys.CORRUPT),
            settings.get(CommunicationKeys.FAULTS_SEED));
    }

    private static int maxLinks(int configured) {
        return configured > 0 ? configured : FileDescriptors.forLinks();
    }

    private static int bytes(Settings settings, Key<Long> key) {
        return Math.toIntExact(settings.get(key));
    }
}
