package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open connection between two nodes that have proved themselves to each other.
 *
 * <p>It ends with a last frame from each side: GOODBYE if the node is done, RECESS if the link has not been used for long
 * and its socket is needed elsewhere. A side that has sent its own goes on reading until it has the other's, so nothing
 * is lost: a socket that is closed with unread bytes in it makes TCP throw away what is under way the other way.
 */
final class Link implements Connection.Stage {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private final Connection connection;
    private final NettyCommunication end;
    private final FrameWriter writer;
    private final TrafficCounter traffic;
    private final Corruption corruption;
    private final int peer;
    private final int peerIncarnation;

    private volatile long lastUseNanos = System.nanoTime();
    private ChannelFuture lastFrameWritten;
    private long partingSinceNanos;
    private boolean lastFrameReceived;

    Link(Connection connection, NettyCommunication end, FrameWriter writer, TrafficCounter traffic, Corruption corruption, int peer,
         int peerIncarnation) {
        this.connection = connection;
        this.end = end;
        this.writer = writer;
        this.traffic = traffic;
        this.corruption = corruption;
        this.peer = peer;
        this.peerIncarnation = peerIncarnation;
    }

    int peer() {
        return peer;
    }

    int peerIncarnation() {
        return peerIncarnation;
    }

    /** Whether less than the configured amount is under way. */
    boolean isWritable() {
        return channel().isWritable();
    }

    /** Whether it is not one through memory. */
    boolean isSocket() {
        return channel() instanceof SocketChannel;
    }

    /** When the last message has come or gone. */
    long lastUseNanos() {
        return lastUseNanos;
    }

    /** Hands over the frames of one message, together; false if the link is at its end. */
    synchronized boolean write(List<ByteBuf> frames) {
        if (lastFrameWritten != null || !channel().isActive()) {
            return false;
        }
        lastUseNanos = System.nanoTime();
        for (ByteBuf frame : frames) {
            channel().write(corruption.pass(frame, end.node(), peer));
        }
        channel().flush();
        return true;
    }

    /** Says that the node is done. The link closes when the peer has said its last, too. */
    void sayGoodbye() {
        writeLast(FrameHeader.GOODBYE);
    }

    /** Says that nothing more will come over this link, but perhaps over another. */
    void rest() {
        writeLast(FrameHeader.RECESS);
    }

    private synchronized void writeLast(int kind) {
        if (lastFrameWritten == null) {
            ChannelPromise written = channel().newPromise();
            // The node's thread has its messages written by the event loop in their turn. This may be the event loop itself, which
            // would write at once, before those.
            onEventLoop(() -> channel().writeAndFlush(writer.control(kind, end.node(), end.incarnation(), new byte[0]), written));
            traffic.framingSent(FrameHeader.BYTES);
            lastFrameWritten = written;
            partingSinceNanos = System.nanoTime();
        }
        if (lastFrameReceived) {
            // Not at once: that would lose what is still to be written.
            lastFrameWritten.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** How long ago this side has said its last; negative if it has not. */
    synchronized long partingNanos() {
        return lastFrameWritten == null ? -1 : System.nanoTime() - partingSinceNanos;
    }

    void close(String reason) {
        connection.close(reason);
    }

    /** Reads again, if the peer's share of the inbox is not full. */
    void readAgain() {
        onEventLoop(() -> channel().config().setAutoRead(!end.isFull(peer)));
    }

    private void onEventLoop(Runnable task) {
        try {
            channel().eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.trace("{} went down with its transport", this, e);
        }
    }

    @Override
    public void message(Message message) throws BadFrame {
        if (message.sender() != peer || message.incarnation() != peerIncarnation) {
            throw new BadFrame(Refusal.WRONG_SENDER, "a message of node " + message.sender() + ", incarnation " + message.incarnation()
                + ", on the link to node " + peer + ", incarnation " + peerIncarnation);
        }
        lastUseNanos = System.nanoTime();
        if (!end.arrived(message)) {
            channel().config().setAutoRead(false);
        }
    }

    @Override
    public void control(FrameHeader header, ByteBuffer payload) throws BadFrame {
        boolean last = header.kind() == FrameHeader.GOODBYE || header.kind() == FrameHeader.RECESS;
        if (!last || header.sender() != peer) {
            throw new BadFrame(Refusal.OUT_OF_TURN, "control frame " + header.kind() + " of node " + header.sender() + " on an open link");
        }
        synchronized (this) {
            lastFrameReceived = true;
        }
        end.parted(this, header.kind() == FrameHeader.GOODBYE);
        writeLast(header.kind());
    }

    @Override
    public void writabilityChanged() {
        end.changed();
    }

    @Override
    public void closed(String reason) {
        boolean parted;
        synchronized (this) {
            parted = lastFrameReceived;
        }
        end.closed(this, parted, reason);
    }

    private Channel channel() {
        return connection.channel();
    }

    @Override
    public String toString() {
        return "link " + end.node() + " - " + peer + " (incarnation " + peerIncarnation + ")";
    }
}
