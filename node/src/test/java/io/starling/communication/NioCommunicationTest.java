package io.starling.communication;

import io.netty.buffer.PooledByteBufAllocator;

/** TCP keeps the contract where there is no epoll, too. */
class NioCommunicationTest extends CommunicationKit {
    @Override
    protected Transport newTransport() {
        return new NettyTransport(Tcp.OPTIONS, Tcp.MEMBERSHIP, "127.0.0.1", Sockets.NIO, PooledByteBufAllocator.DEFAULT);
    }
}
