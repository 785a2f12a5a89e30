package io.starling.communication;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.List;

/** Makes {@link NettyTransport}s. */
public final class TcpTransportFactory implements Transport.Factory {
    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public String doc() {
        return "Direct TCP connections along the edges of the graph, through Netty.";
    }

    @Override
    public List<Key<?>> keys() {
        return CommunicationKeys.all();
    }

    @Override
    public Transport create(Settings settings, Transport.Membership membership, String host) {
        return new NettyTransport(TcpOptions.of(settings), membership, host);
    }
}
