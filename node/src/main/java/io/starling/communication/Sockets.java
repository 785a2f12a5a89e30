package io.starling.communication;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;

/** The kinds of sockets that Netty has, with what belongs to each. */
enum Sockets {
    /** Linux only; less garbage and fewer system calls. */
    EPOLL(EpollEventLoopGroup::new, EpollServerSocketChannel.class, EpollSocketChannel.class),
    NIO(NioEventLoopGroup::new, NioServerSocketChannel.class, NioSocketChannel.class);

    private final BiFunction<Integer, ThreadFactory, EventLoopGroup> loops;
    private final Class<? extends ServerSocketChannel> listener;
    private final Class<? extends SocketChannel> connection;

    Sockets(BiFunction<Integer, ThreadFactory, EventLoopGroup> loops, Class<? extends ServerSocketChannel> listener,
            Class<? extends SocketChannel> connection) {
        this.loops = loops;
        this.listener = listener;
        this.connection = connection;
    }

    /** The best that this machine has. */
    static Sockets best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    EventLoopGroup newLoops(int count, ThreadFactory threads) {
        return loops.apply(count, threads);
    }

    /**
     * Sets what makes the loss of a peer's whole machine, from which no word comes any more, known on a silent link: within a
     * minute with epoll, when the operating system thinks fit otherwise.
     */
    void keepAlive(ChannelConfig config) {
        config.setOption(ChannelOption.SO_KEEPALIVE, true);
        if (this == EPOLL) {
            config.setOption(EpollChannelOption.TCP_KEEPIDLE, 30);
            config.setOption(EpollChannelOption.TCP_KEEPINTVL, 10);
            config.setOption(EpollChannelOption.TCP_KEEPCNT, 3);
        }
    }

    Class<? extends ServerSocketChannel> listener() {
        return listener;
    }

    Class<? extends SocketChannel> connection() {
        return connection;
    }
}
