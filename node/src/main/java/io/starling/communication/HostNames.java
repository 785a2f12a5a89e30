package io.starling.communication;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

/** Looks up hosts on a thread of its own, since Java's look-up may block for seconds, which no event loop may. */
final class HostNames implements AutoCloseable {
    private final EventExecutor thread = new DefaultEventExecutor(new DefaultThreadFactory("starling-names", true));

    Future<InetAddress> find(String host) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        return literal != null ? ImmediateEventExecutor.INSTANCE.newSucceededFuture(literal) : thread.submit(() -> InetAddress.getByName(host));
    }

    @Override
    public void close() {
        thread.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
