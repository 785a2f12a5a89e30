package io.starling.spark.rendezvous;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.starling.communication.Address;
import io.starling.communication.AddressBook;
import io.starling.communication.Deadline;
import io.starling.communication.RunTls;
import io.starling.communication.Transport.Membership;
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
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An executor's connection to the driver's {@link Rendezvous}, shared by its nodes. Also the executor's address book. */
public final class RendezvousClient implements AddressBook, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private final NioEventLoopGroup eventLoop = new NioEventLoopGroup(1);
    private final Map<Integer, Address> addresses = new ConcurrentHashMap<>();
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> welcomed = new CompletableFuture<>();
    private final CompletableFuture<Void> addressed = new CompletableFuture<>();
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final Map<Integer, CompletableFuture<Integer>> rejoined = new ConcurrentHashMap<>();
    private final byte[] secret;
    private final String executor;
    private final Channel channel;
    private volatile Runnable onStop = () -> { };
    private volatile boolean leaving;
    private volatile String stopReason;
    private volatile int outdatedRounds;

    public RendezvousClient(String host, int port, Membership membership, String executor) throws IOException {
        this.secret = membership.secret().clone();
        RunTls tls = membership.tls();
        this.executor = executor;
        ChannelFuture connected = new Bootstrap().group(eventLoop).channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_TIMEOUT.toMillis())
            .option(ChannelOption.SO_KEEPALIVE, true)
            .handler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel socket) {
                    if (tls != null) {
                        socket.pipeline().addLast(tls.opener(socket.alloc()));
                    }
                    ControlCodec.addTo(socket.pipeline());
                    socket.pipeline().addLast(new FromDriver());
                }
            }).connect(host, port).awaitUninterruptibly();
        channel = connected.channel();
        try {
            if (!connected.isSuccess()) {
                throw new IOException("executor " + executor + " cannot reach the driver at " + host + ":" + port + ": " + connected.cause().getMessage());
            }
            welcomed.get(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            close();
            throw new IOException("executor " + executor + " was not admitted by the driver at " + host + ":" + port + ": " + e, e);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** What to do when the driver says stop or is gone: usually, interrupt the nodes. */
    public void onStop(Runnable action) {
        onStop = action;
        if (started.isCompletedExceptionally()) {
            action.run();
        }
    }

    /** Checkpoints of fewer rounds than this will not be asked for. */
    public int outdatedRounds() {
        return outdatedRounds;
    }

    /** Why the run was stopped, or null if it was not. */
    public String stopReason() {
        return stopReason;
    }

    @Override
    public Address find(int node) {
        return addresses.get(node);
    }

    @Override
    public boolean hasLeft(int node) {
        return ended.contains(node);
    }

    public void register(Address address) {
        channel.writeAndFlush(new Register(address));
    }

    public void awaitAddresses(Deadline deadline) throws InterruptedException, RendezvousFailed {
        await(addressed, deadline, "the address book");
    }

    public void ready(int node, int incarnation, Map<Integer, String> unreachable) {
        channel.writeAndFlush(new Ready(node, incarnation, unreachable));
    }

    public void awaitStart(Deadline deadline) throws InterruptedException, RendezvousFailed {
        await(started, deadline, "the start of the first round");
    }

    /**
     * Registers a node that was lost, and waits until the driver has said in which round it goes on.
     *
     * @return -1 if it is not to come back
     */
    public int rejoin(Address address, Deadline deadline) throws InterruptedException, RendezvousFailed {
        CompletableFuture<Integer> round = rejoined.computeIfAbsent(address.node(), n -> new CompletableFuture<>());
        register(address);
        int answer = await(round, deadline, "the round for node " + address.node() + " to go on in");
        started.complete(null);
        return answer;
    }

    public void progress(int node, int rounds, long bytesSent, Double accuracyPercent, Double testLoss) {
        // Progress is a courtesy: where the driver reads slowly, it is left out.
        if (channel.isWritable()) {
            channel.writeAndFlush(new Progress(node, rounds, bytesSent, accuracyPercent, testLoss));
        }
    }

    /** The node's model after so many rounds can be read. */
    public void snapshot(int node, int rounds) {
        channel.writeAndFlush(new Snapshot(node, rounds));
    }

    public void done(int node, int incarnation) {
        channel.writeAndFlush(new Done(node, incarnation));
    }

    public void failed(int node, int incarnation, int round, Throwable error, List<String> log) {
        String text = stopReason != null ? Roster.STOPPED + stopReason : error.getMessage() == null || error instanceof Error ? error.toString() : error.getMessage();
        channel.writeAndFlush(new Failed(node, incarnation, round, text, log));
    }

    /** The executor's last words; waits a moment for them to be written. */
    public void left(double cpuSeconds, long peakHeapBytes, long resultsDropped, Map<String, Long> refusals) {
        leaving = true;
        channel.writeAndFlush(new Left(cpuSeconds, peakHeapBytes, resultsDropped, refusals)).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private static <T> T await(CompletableFuture<T> future, Deadline deadline, String what) throws InterruptedException, RendezvousFailed {
        try {
            return future.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new RendezvousFailed("the driver did not send " + what + " (" + deadline + ", spark.start-timeout)");
        } catch (ExecutionException e) {
            throw new RendezvousFailed(e.getCause().getMessage());
        }
    }

    @Override
    public void close() {
        leaving = true;
        channel.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private void enter(Address address) {
        Address before = addresses.put(address.node(), address);
        if (before != null && address.incarnation() > before.incarnation()) {
            ended.remove(address.node());
        }
    }

    private void stopped(String reason) {
        if (stopReason == null) {
            stopReason = reason;
        }
        RendezvousFailed cause = new RendezvousFailed(reason);
        welcomed.completeExceptionally(cause);
        addressed.completeExceptionally(cause);
        rejoined.values().forEach(future -> future.completeExceptionally(cause));
        // Nodes that run already are interrupted; those that wait for the start learn the reason.
        boolean running = !started.completeExceptionally(cause);
        if (running && !leaving) {
            onStop.run();
        }
    }

    private final class FromDriver extends SimpleChannelInboundHandler<ControlMessage> {
        private final String nonce = Proof.newNonce();

        @Override
        protected void channelRead0(ChannelHandlerContext context, ControlMessage message) {
            if (message instanceof Challenge challenge) {
                context.writeAndFlush(new Hello(executor, nonce, Proof.of(secret, "executor", challenge.nonce())));
            } else if (message instanceof Welcome welcome) {
                if (Proof.holds(welcome.proof(), secret, "driver", nonce)) {
                    context.pipeline().get(ControlFrames.class).allowLarge();
                    welcomed.complete(null);
                } else {
                    stopped("who answers at the driver's address does not know the run's secret");
                    context.close();
                }
            } else if (!welcomed.isDone()) {
                context.close();
            } else if (message instanceof Addresses book) {
                book.addresses().forEach(RendezvousClient.this::enter);
                addressed.complete(null);
            } else if (message instanceof Ended over) {
                ended.addAll(over.nodes());
            } else if (message instanceof Rejoin rejoin) {
                rejoined.computeIfAbsent(rejoin.node(), n -> new CompletableFuture<>()).complete(rejoin.round());
            } else if (message instanceof Outdated outdated) {
                outdatedRounds = outdated.rounds();
            } else if (message instanceof Start) {
                started.complete(null);
            } else if (message instanceof Stop stop) {
                stopped(stop.reason());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            stopped("the connection to the driver is lost");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
