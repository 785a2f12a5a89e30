package io.starling.spark.rendezvous;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.starling.communication.Address;
import io.starling.communication.Refusal;
import io.starling.communication.Refusals;
import io.starling.communication.RunTls;
import io.starling.communication.Transport.Membership;
import io.starling.config.UserError;
import io.starling.spark.rendezvous.ControlMessage.Addresses;
import io.starling.spark.rendezvous.ControlMessage.Challenge;
import io.starling.spark.rendezvous.ControlMessage.Done;
import io.starling.spark.rendezvous.ControlMessage.Ended;
import io.starling.spark.rendezvous.ControlMessage.Failed;
import io.starling.spark.rendezvous.ControlMessage.Hello;
import io.starling.spark.rendezvous.ControlMessage.Left;
import io.starling.spark.rendezvous.ControlMessage.Outdated;
import io.starling.spark.rendezvous.ControlMessage.Progress;
import io.starling.spark.rendezvous.ControlMessage.Ready;
import io.starling.spark.rendezvous.ControlMessage.Register;
import io.starling.spark.rendezvous.ControlMessage.Rejoin;
import io.starling.spark.rendezvous.ControlMessage.Snapshot;
import io.starling.spark.rendezvous.ControlMessage.Start;
import io.starling.spark.rendezvous.ControlMessage.Stop;
import io.starling.spark.rendezvous.ControlMessage.Welcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's meeting point of one run: executors connect to it, register their nodes, get the address book, report
 * progress and failures.
 *
 * <p>One connection an executor. Only who knows the run's secret is listened to; others are shut out after a deadline, may say next
 * to nothing until then, and are counted. Nothing that belongs to training passes
 * here: nodes talk to each other directly.
 */
public final class Rendezvous implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rendezvous.class);
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);
    /** Connections that have not proved themselves; when there are more, the oldest is closed, as honest ones take milliseconds. */
    private static final int MAX_UNPROVED = 1024;

    private final NioEventLoopGroup eventLoop = new NioEventLoopGroup(1);
    private final ChannelGroup members = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Roster roster;
    private final byte[] secret;
    /** Null where connections are not encrypted. */
    private final RunTls tls;
    private final Duration handshakeTimeout;
    private final Refusals refusals = new Refusals();
    /** Used on the event loop only. */
    private final Set<Member> unproved = new LinkedHashSet<>();
    private final Channel listener;
    private volatile boolean stopping;

    /** Binds to any free port of the address. */
    public Rendezvous(String bindAddress, Membership membership, Roster roster) {
        this(bindAddress, membership, roster, HANDSHAKE_TIMEOUT);
    }

    Rendezvous(String bindAddress, Membership membership, Roster roster, Duration handshakeTimeout) {
        this.roster = roster;
        this.secret = membership.secret().clone();
        this.tls = membership.tls();
        this.handshakeTimeout = handshakeTimeout;
        ChannelFuture bound = new ServerBootstrap().group(eventLoop).channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    if (tls != null) {
                        channel.pipeline().addLast(tls.listener(channel.alloc()));
                    }
                    ControlCodec.addTo(channel.pipeline());
                    channel.pipeline().addLast(new Member());
                }
            }).bind(bindAddress, 0).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new UserError("The driver cannot listen at " + bindAddress + ": " + bound.cause().getMessage()
                + ". Check spark.driver.bindAddress and spark.driver.host.", bound.cause());
        }
        listener = bound.channel();
    }

    public int port() {
        return ((java.net.InetSocketAddress) listener.localAddress()).getPort();
    }

    /** What was refused at the door, by reason. */
    public Map<String, Long> refusals() {
        return refusals.byLabel();
    }

    /** Tells everybody where everybody is. */
    public void sendAddresses() {
        members.writeAndFlush(new Addresses(roster.addresses()));
    }

    /** Tells the nodes which checkpoints nobody will ask for any more: those of fewer rounds. */
    public void sendOutdated(int rounds) {
        members.writeAndFlush(new Outdated(rounds));
    }

    /** Lets the rounds begin. */
    public void start() {
        members.writeAndFlush(new Start());
    }

    /** Tells all executors to give up; their nodes end at their next wait. */
    public void stop(String reason) {
        stopping = true;
        roster.stop(reason);
        members.writeAndFlush(new Stop(reason));
    }

    @Override
    public void close() {
        listener.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        members.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** One executor's connection. */
    private final class Member extends SimpleChannelInboundHandler<ControlMessage> {
        private final String nonce = Proof.newNonce();
        private final List<Address> nodes = new ArrayList<>();
        private String executor;
        private boolean left;
        private boolean refused;
        private ChannelHandlerContext context;

        @Override
        public void channelActive(ChannelHandlerContext opened) {
            context = opened;
            unproved.add(this);
            if (unproved.size() > MAX_UNPROVED) {
                unproved.iterator().next().refuse(Refusal.TOO_MANY, "more than " + MAX_UNPROVED);
            }
            // For the whole of it: one that says a byte now and then has no more time than one that says nothing.
            context.executor().schedule(() -> {
                if (unproved.contains(this)) {
                    refuse(Refusal.TOO_SLOW, "no proof within " + handshakeTimeout.toMillis() + " ms");
                }
            }, handshakeTimeout.toMillis(), TimeUnit.MILLISECONDS);
            context.writeAndFlush(new Challenge(nonce));
        }

        private void refuse(Refusal reason, String detail) {
            unproved.remove(this);
            if (!refused) {
                refused = true;
                refusals.count(reason);
                LOG.debug("refused {}, {}: {}", context.channel().remoteAddress(), reason.label(), detail);
            }
            context.close();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext from, ControlMessage message) {
            if (executor == null) {
                admit(message);
            } else if (message instanceof Register register && roster.isNode(register.address().node())) {
                nodes.add(register.address());
                if (register.address().incarnation() > 0) {
                    takeBack(register.address());
                } else if (!roster.register(register.address())) {
                    LOG.warn("node {} registered twice; the second one is not used", register.address().node());
                }
            } else if (message instanceof Ready ready && roster.isNode(ready.node())) {
                roster.ready(ready.node(), ready.unreachable());
            } else if (message instanceof Progress progress && roster.isNode(progress.node())) {
                roster.progress(progress);
            } else if (message instanceof Snapshot snapshot && roster.isNode(snapshot.node())) {
                roster.snapshot(snapshot.node(), snapshot.rounds());
            } else if (message instanceof Done done && roster.isNode(done.node())) {
                roster.done(done.node());
                members.writeAndFlush(new Ended(List.of(done.node())));
            } else if (message instanceof Failed failed && roster.isNode(failed.node())) {
                if (!stopping) {
                    LOG.warn("node {} failed in round {}: {}", failed.node(), failed.round(), failed.error());
                }
                roster.failed(new Roster.Failure(failed.node(), failed.incarnation(), executor, failed.round(), failed.error(), failed.log()));
                members.writeAndFlush(new Ended(List.of(failed.node())));
            } else if (message instanceof Left words && !left) {
                left = true;
                roster.left(new Roster.Executor(words.cpuSeconds(), words.peakHeapBytes(), words.resultsDropped(), words.refusals()));
            }
        }

        private void takeBack(Address address) {
            int round = roster.rejoin(address);
            if (round >= 0) {
                LOG.info("node {} is back, and goes on in round {}", address.node(), round);
                sendAddresses();
            }
            context.writeAndFlush(new Rejoin(address.node(), round));
        }

        private void admit(ControlMessage message) {
            if (refused) {
                return;
            }
            if (message instanceof Hello hello && Proof.holds(hello.proof(), secret, "executor", nonce)) {
                unproved.remove(this);
                executor = String.valueOf(hello.executor());
                context.pipeline().get(ControlFrames.class).allowLarge();
                members.add(context.channel());
                roster.joined();
                context.writeAndFlush(new Welcome(Proof.of(secret, "driver", hello.nonce())));
            } else {
                refuse(message instanceof Hello ? Refusal.WRONG_SECRET : Refusal.OUT_OF_TURN, "it has not shown that it knows the run's secret");
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext closed) {
            unproved.remove(this);
            if (executor != null && !left) {
                roster.lost(executor, nodes);
                // Those that have come back elsewhere have not ended.
                members.writeAndFlush(new Ended(nodes.stream().map(Address::node).filter(roster::hasLeft).toList()));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
            if (executor != null) {
                LOG.warn("connection of executor {} closed: {}", executor, cause.toString());
                failed.close();
            } else if (cause instanceof DecoderException) {
                refuse(reason(cause), cause.getMessage());
            } else {
                failed.close();
            }
        }

        private static Refusal reason(Throwable cause) {
            return cause.getCause() instanceof SSLException ? Refusal.BAD_TLS
                : cause instanceof TooLongFrameException ? Refusal.OVERSIZED : Refusal.GARBAGE;
        }
    }
}
