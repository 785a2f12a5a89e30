package io.starling.communication;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.starling.config.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes that reach each other by TCP: one listener and a few threads for all nodes of an executor, one connection for
 * every edge of the graph.
 *
 * <p>The lower id of two nodes opens the link between them. Whatever connects to the listener must prove within a deadline
 * that it knows the run's secret; until then it can make this process hold a few hundred bytes, and among too many such
 * connections the oldest goes first, so that honest ones, which take milliseconds, get through a flood.
 *
 * <p>Where that is wanted, or where sockets would run out, nodes of the same executor reach each other by connections that are no sockets, but the
 * same in all else.
 *
 * <p>In a run that has a certificate every socket speaks TLS, below all of this; what stays in the memory of this process does not.
 *
 * <p>Native epoll is used where there is, Java's NIO otherwise.
 */
public final class NettyTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(NettyTransport.class);
    /** How often links are compared with the address book. */
    private static final long TEND_MILLIS = 200;
    /** Where everybody calls everybody at the same time, listeners would take it for a flood, and file descriptors would run out. */
    private static final int CALLS_AT_ONCE = 512;

    private final Membership membership;
    private final String host;
    private final TcpOptions options;
    private final Handshake handshake;
    /** Null where connections are not encrypted. */
    private final RunTls tls;
    private final FrameWriter writer;
    private final Corruption corruption;
    private final Refusals refusals = new Refusals();
    private final Sockets sockets;
    private final HostNames names = new HostNames();
    private final EventLoopGroup loops;
    private final Semaphore calls = new Semaphore(CALLS_AT_ONCE);
    private final Channel listener;
    /** Null where nodes of this executor always use TCP like all others. */
    private final Channel inMemory;
    private final AtomicInteger openSockets = new AtomicInteger();
    private final AtomicBoolean hasRunOutOfSockets = new AtomicBoolean();

    // Guarded by this.
    private final Map<Integer, NettyCommunication> ends = new HashMap<>();
    private final Set<ListenerHandshake> lobby = new LinkedHashSet<>();
    private final Set<Connection> unproved = new LinkedHashSet<>();
    private boolean closed;

    /** Binds the listener, or says why it cannot be bound. */
    NettyTransport(TcpOptions options, Membership membership, String host) {
        this(options, membership, host, Sockets.best(), PooledByteBufAllocator.DEFAULT);
    }

    /**
     * @param allocator where frames are encoded into
     */
    NettyTransport(TcpOptions options, Membership membership, String host, Sockets sockets, ByteBufAllocator allocator) {
        this.options = options;
        this.membership = membership;
        this.host = host;
        this.handshake = new Handshake(membership.secret());
        this.tls = membership.tls();
        this.corruption = new Corruption(options.corrupt(), options.faultsSeed());
        this.writer = new FrameWriter(allocator, membership.runId(), options.chunkBytes(), options.maxMessageBytes());
        var threads = new DefaultThreadFactory("starling-net-" + Long.toHexString(membership.runId()), true);
        this.sockets = sockets;
        this.loops = sockets.newLoops(options.threads(), threads);
        try {
            this.listener = bind();
            this.inMemory = options.coLocated() == CoLocated.TCP ? null : bindInMemory();
        } catch (RuntimeException | Error e) {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            names.close();
            throw e;
        }
        loops.next().scheduleWithFixedDelay(this::tend, TEND_MILLIS, TEND_MILLIS, TimeUnit.MILLISECONDS);
    }

    private Channel bind() {
        ServerBootstrap bootstrap = new ServerBootstrap()
            .group(loops)
            .channel(sockets.listener())
            .option(ChannelOption.SO_BACKLOG, 1024)
            .option(ChannelOption.SO_REUSEADDR, true)
            .handler(new ListenerTrouble())
            .childHandler(answering());
        String address = options.bind() != null ? options.bind() : host;
        if (new InetSocketAddress(address, 0).isUnresolved()) {
            throw new UserError("Cannot listen on " + address + ", which is not a name that this machine can resolve. Set " + CommunicationKeys.BIND
                + " to an address of this machine, such as 0.0.0.0.");
        }
        var ports = options.ports();
        for (int port = ports.first(); port <= ports.last(); port++) {
            var bound = bootstrap.bind(new InetSocketAddress(address, port)).awaitUninterruptibly();
            if (bound.isSuccess()) {
                return bound.channel();
            }
            if (!isPortTaken(bound.cause())) {
                throw new UserError("Cannot listen on " + address + " (" + bound.cause().getMessage() + "). Set " + CommunicationKeys.BIND
                    + " to an address of this machine, such as 0.0.0.0, and " + CommunicationKeys.PORTS + " to ports that may be used.", bound.cause());
            }
        }
        throw new UserError("Cannot listen on " + address + ": no port of " + CommunicationKeys.PORTS + " = " + ports
            + " is free. Give a wider range (one port for each executor on this machine), or 0 for any free port.");
    }

    /** Where nodes of this executor call each other, if not by TCP. */
    private Channel bindInMemory() {
        return new ServerBootstrap().group(loops).channel(LocalServerChannel.class).childHandler(answering())
            .bind(LocalAddress.ANY).syncUninterruptibly().channel();
    }

    private ChannelInitializer<Channel> answering() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                answer(channel);
            }
        };
    }

    /** "Cannot assign requested address" is the same exception, but no other port would help. */
    private static boolean isPortTaken(Throwable cause) {
        return cause instanceof IOException && String.valueOf(cause.getMessage()).contains("in use");
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public int port() {
        return ((ServerSocketChannel) listener).localAddress().getPort();
    }

    @Override
    public Map<String, Long> refusals() {
        return refusals.byLabel();
    }

    @Override
    public Communication open(int node, int incarnation, AddressBook addresses) {
        NettyCommunication end = new NettyCommunication(this, node, incarnation, addresses, options, writer);
        NettyCommunication before;
        List<ListenerHandshake> waiting;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            before = ends.get(node);
            if (before != null && before.incarnation() >= incarnation) {
                throw new IllegalArgumentException("node " + node + " is open here with incarnation " + before.incarnation()
                    + "; it can only be replaced by a higher one, not by " + incarnation);
            }
            ends.put(node, end);
            waiting = lobby.stream().filter(guest -> guest.call().to() == node).toList();
        }
        if (before != null) {
            before.abort("replaced by incarnation " + incarnation);
        }
        waiting.forEach(guest -> guest.connection().channel().eventLoop().execute(() -> proved(guest)));
        return end;
    }

    /** This end takes no new links. */
    synchronized void closing(NettyCommunication end) {
        ends.remove(end.node(), end);
    }

    Corruption corruption() {
        return corruption;
    }

    // ---------------------------------------------------------------- connections

    /** Opens a connection for a node, to link it or to knock; the node is told of the outcome. */
    void dial(NettyCommunication caller, Address target) {
        if (!calls.tryAcquire()) {
            caller.postponed(target);
            return;
        }
        if (isHere(target) && takesMemory()) {
            dial(caller, target, LocalChannel.class, inMemory.localAddress());
            return;
        }
        try {
            names.find(target.host()).addListener(found -> {
                if (found.isSuccess()) {
                    dial(caller, target, sockets.connection(), new InetSocketAddress((InetAddress) found.getNow(), target.port()));
                } else {
                    callEnded();
                    caller.openFailed(target, "the name " + target.host() + " cannot be resolved");
                }
            });
        } catch (RejectedExecutionException e) {
            callEnded();
            caller.openFailed(target, "the transport is closed");
        }
    }

    private boolean isHere(Address target) {
        return target.host().equals(host) && target.port() == port();
    }

    /** Whether a link between two nodes that are here is to take no sockets. */
    private boolean takesMemory() {
        if (options.coLocated() != CoLocated.AUTO) {
            return options.coLocated() == CoLocated.MEMORY;
        }
        int callsUnderWay = CALLS_AT_ONCE - calls.availablePermits();
        // Such a link has both its ends here. Those of calls under way may not have been counted yet.
        boolean full = openSockets.get() + 2 * callsUnderWay > options.maxLinks();
        if (full && hasRunOutOfSockets.compareAndSet(false, true)) {
            LOG.info("This executor has as many links open as {} allows ({}, of {} file descriptors): from now on, nodes that are here reach each other through memory",
                CommunicationKeys.MAX_LINKS, options.maxLinks(), FileDescriptors.limit());
        }
        return full;
    }

    private void dial(NettyCommunication caller, Address target, Class<? extends Channel> kind, SocketAddress address) {
        new Bootstrap()
            .group(loops)
            .channel(kind)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(options.connectTimeout().toMillis()))
            .handler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                    Connection connection = newConnection(channel);
                    var stage = new OpenerHandshake(connection, handshake, membership.runId(), caller, target, NettyTransport.this::callEnded);
                    connection.begin(stage, options.handshakeTimeout());
                    if (tls != null && channel instanceof SocketChannel) {
                        channel.pipeline().addLast(tls.opener(channel.alloc()));
                    }
                    channel.pipeline().addLast(connection);
                }
            })
            .connect(address).addListener(connected -> {
                if (!connected.isSuccess()) {
                    callEnded();
                    caller.openFailed(target, innermost(connected.cause()).getMessage());
                }
            });
    }

    /** Counts what cannot be accepted; Netty tries again after a second. */
    @ChannelHandler.Sharable
    private final class ListenerTrouble extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            refusals.count(Refusal.NOT_ACCEPTED);
            LOG.debug("a connection could not be accepted", cause);
        }
    }

    /** A call has become a link, or come to nothing. */
    private void callEnded() {
        calls.release();
    }

    /** "Too many open files" is what Netty wraps in "unable to create a channel". */
    private static Throwable innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Begins the handshake with whoever has connected. */
    private void answer(Channel channel) {
        Connection connection = newConnection(channel);
        connection.begin(new ListenerHandshake(connection, this, handshake, membership.runId()), options.handshakeTimeout());
        if (tls != null && channel instanceof SocketChannel) {
            channel.pipeline().addLast(tls.listener(channel.alloc()));
        }
        channel.pipeline().addLast(connection);
        Connection oldest = null;
        synchronized (this) {
            unproved.add(connection);
            if (unproved.size() > options.pendingConnections()) {
                oldest = unproved.iterator().next();
                unproved.remove(oldest);
            }
        }
        if (oldest != null) {
            Connection tooMany = oldest;
            tooMany.channel().eventLoop().execute(() -> tooMany.refuse(Refusal.TOO_MANY,
                "more than " + options.pendingConnections() + " (" + CommunicationKeys.PENDING + ")"));
        }
    }

    private Connection newConnection(Channel channel) {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(options.sendBufferBytes() / 2, options.sendBufferBytes()));
        if (channel instanceof SocketChannel socket) {
            socket.config().setTcpNoDelay(true);
            sockets.keepAlive(socket.config());
            openSockets.incrementAndGet();
            socket.closeFuture().addListener(closed -> openSockets.decrementAndGet());
        }
        return new Connection(channel, writer, membership.runId(), options.maxMessageBytes(), refusals);
    }

    /** A guest has proved itself; it is let in to its node, or waits until that is open. */
    void proved(ListenerHandshake guest) {
        if (!guest.connection().channel().isActive()) {
            return;
        }
        NettyCommunication end;
        synchronized (this) {
            if (!unproved.remove(guest.connection()) && !lobby.contains(guest)) {
                // It was one too many and is about to be closed.
                return;
            }
            end = ends.get(guest.call().to());
            if (end == null || end.incarnation() < guest.call().toIncarnation()) {
                lobby.add(guest);
                return;
            }
            lobby.remove(guest);
        }
        if (end.incarnation() > guest.call().toIncarnation()) {
            guest.connection().refuse(Refusal.WRONG_TARGET, "incarnation " + guest.call().toIncarnation() + " of node " + end.node()
                + " was replaced by incarnation " + end.incarnation());
        } else if (guest.isKnock()) {
            guest.connection().send(FrameHeader.WELCOME, end.node(), end.incarnation(), new byte[0]);
            end.knocked(guest.call().from());
        } else {
            end.admit(guest);
        }
    }

    /** A connection has ended before it was let in. */
    synchronized void left(ListenerHandshake guest) {
        unproved.remove(guest.connection());
        lobby.remove(guest);
    }

    // ---------------------------------------------------------------- time and the end

    /** Compares links with the address book, and lets those rest that are too many. Must not fail, or it is not done again. */
    private void tend() {
        for (NettyCommunication end : openEnds()) {
            // An address book is somebody else's code; a failure in it must not stop the looking after others.
            try {
                end.tendSome();
            } catch (RuntimeException e) {
                LOG.warn("The links of node {} could not be looked after", end.node(), e);
            }
        }
        restSurplus();
    }

    private void restSurplus() {
        int surplus = openEnds().stream().mapToInt(NettyCommunication::socketCount).sum() - options.maxLinks();
        if (surplus <= 0) {
            return;
        }
        long now = System.nanoTime();
        // Links are used while this looks at them, so the times to sort by are taken once.
        Map<Link, Long> idleNanos = new HashMap<>();
        openEnds().forEach(end -> end.addIdleNanos(now, idleNanos));
        idleNanos.values().removeIf(nanos -> nanos < options.idle().toNanos());
        idleNanos.entrySet().stream().sorted(Map.Entry.<Link, Long>comparingByValue().reversed()).limit(surplus)
            .forEach(idle -> idle.getKey().rest());
    }

    /** Open sockets, of links and of calls; both ends count where both are here. */
    int socketCount() {
        return openSockets.get();
    }

    /** Open links of all nodes that are here; one between two of them counts twice. */
    int linkCount() {
        return openEnds().stream().mapToInt(NettyCommunication::linkCount).sum();
    }

    private synchronized List<NettyCommunication> openEnds() {
        return new ArrayList<>(ends.values());
    }

    @Override
    public void close() {
        List<NettyCommunication> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = new ArrayList<>(ends.values());
        }
        open.forEach(end -> end.abort("the transport is closed"));
        names.close();
        listener.close().awaitUninterruptibly();
        if (inMemory != null) {
            inMemory.close().awaitUninterruptibly();
        }
        loops.shutdownGracefully(0, options.closeTimeout().toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }
}
