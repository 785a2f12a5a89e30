package io.starling.spark.rendezvous;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.starling.communication.Address;
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
import java.util.List;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's meeting point of one run: executors connect to it, register their nodes, get the address book, report
 * progress and failures.
 *
 * <p>One connection an executor. Only who knows the run's secret is listened to. Nothing that belongs to training passes
 * here: nodes talk to each other directly.
 */
public final class Rendezvous implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Rendezvous.class);
    private static final int HANDSHAKE_SECONDS = 10;

    private final NioEventLoopGroup eventLoop = new NioEventLoopGroup(1);
    private final ChannelGroup members = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Roster roster;
    private final byte[] secret;
    private final Channel listener;
    private volatile boolean stopping;

    /** Binds to any free port of the address. */
    public Rendezvous(String bindAddress, byte[] secret, Roster roster) {
        this.roster = roster;
        this.secret = secret.clone();
        ChannelFuture bound = new ServerBootstrap().group(eventLoop).channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast("handshake-timeout", new ReadTimeoutHandler(HANDSHAKE_SECONDS));
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

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(new Challenge(nonce));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ControlMessage message) {
            if (executor == null) {
                admit(context, message);
            } else if (message instanceof Register register && roster.isNode(register.address().node())) {
                nodes.add(register.address());
                if (register.address().incarnation() > 0) {
                    takeBack(context, register.address());
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

        private void takeBack(ChannelHandlerContext context, Address address) {
            int round = roster.rejoin(address);
            if (round >= 0) {
                LOG.info("node {} is back, and goes on in round {}", address.node(), round);
                sendAddresses();
            }
            context.writeAndFlush(new Rejoin(address.node(), round));
        }

        private void admit(ChannelHandlerContext context, ControlMessage message) {
            if (message instanceof Hello hello && Proof.holds(hello.proof(), secret, "executor", nonce)) {
                executor = hello.executor();
                context.pipeline().remove("handshake-timeout");
                members.add(context.channel());
                roster.joined();
                context.writeAndFlush(new Welcome(Proof.of(secret, "driver", hello.nonce())));
            } else {
                LOG.warn("refused {}: it does not know the run's secret", context.channel().remoteAddress());
                context.close();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (executor != null && !left) {
                roster.lost(executor, nodes);
                // Those that have come back elsewhere have not ended.
                members.writeAndFlush(new Ended(nodes.stream().map(Address::node).filter(roster::hasLeft).toList()));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            LOG.warn("connection of {} closed: {}", executor == null ? context.channel().remoteAddress() : "executor " + executor, cause.toString());
            context.close();
        }
    }
}
