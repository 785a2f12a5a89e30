package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An open connection between two nodes that have proved themselves to each other.
 *
 * <p>It ends with a GOODBYE from each side. A side that has sent its own goes on reading until it has the other's, so
 * neither closes a socket with unread bytes in it, which would make TCP throw away what is under way the other way.
 */
final class Link implements Connection.Stage {
    private final Connection connection;
    private final NettyCommunication end;
    private final FrameWriter writer;
    private final TrafficCounter traffic;
    private final int peer;
    private final int peerIncarnation;

    private ChannelFuture goodbyeWritten;
    private boolean goodbyeReceived;

    Link(Connection connection, NettyCommunication end, FrameWriter writer, TrafficCounter traffic, int peer, int peerIncarnation) {
        this.connection = connection;
        this.end = end;
        this.writer = writer;
        this.traffic = traffic;
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

    /** Hands over the frames of one message, together; false if the link is at its end. */
    synchronized boolean write(List<ByteBuf> frames) {
        if (goodbyeWritten != null || !channel().isActive()) {
            return false;
        }
        for (ByteBuf frame : frames) {
            channel().write(frame.retainedDuplicate());
        }
        channel().flush();
        return true;
    }

    /** Says that nothing more will come. The link closes when the peer has said so too. */
    synchronized void sayGoodbye() {
        if (goodbyeWritten != null) {
            return;
        }
        ByteBuf frame = writer.control(FrameHeader.GOODBYE, end.node(), end.incarnation(), new byte[0]);
        traffic.framingSent(frame.readableBytes());
        goodbyeWritten = channel().writeAndFlush(frame);
        closeAfterBoth();
    }

    /** The socket is closed when both goodbyes are through, not before: that would lose what is still to be written. */
    private synchronized void closeAfterBoth() {
        if (goodbyeReceived && goodbyeWritten != null) {
            goodbyeWritten.addListener(ChannelFutureListener.CLOSE);
        }
    }

    void close(String reason) {
        connection.close(reason);
    }

    /** Reads again, if the peer's share of the inbox is not full. */
    void readAgain() {
        channel().eventLoop().execute(() -> channel().config().setAutoRead(!end.isFull(peer)));
    }

    @Override
    public void message(Message message) throws BadFrame {
        if (message.sender() != peer || message.incarnation() != peerIncarnation) {
            throw new BadFrame(Refusal.WRONG_SENDER, "a message of node " + message.sender() + ", incarnation " + message.incarnation()
                + ", on the link to node " + peer + ", incarnation " + peerIncarnation);
        }
        if (!end.arrived(message)) {
            channel().config().setAutoRead(false);
        }
    }

    @Override
    public void control(FrameHeader header, ByteBuffer payload) throws BadFrame {
        if (header.kind() != FrameHeader.GOODBYE || header.sender() != peer) {
            throw new BadFrame(Refusal.OUT_OF_TURN, "control frame " + header.kind() + " of node " + header.sender() + " on an open link");
        }
        synchronized (this) {
            goodbyeReceived = true;
        }
        end.farewell(this);
        sayGoodbye();
        closeAfterBoth();
    }

    @Override
    public void writabilityChanged() {
        end.changed();
    }

    @Override
    public void closed(String reason) {
        boolean farewell;
        synchronized (this) {
            farewell = goodbyeReceived;
        }
        end.closed(this, farewell, reason);
    }

    private Channel channel() {
        return connection.channel();
    }

    @Override
    public String toString() {
        return "link " + end.node() + " - " + peer + " (incarnation " + peerIncarnation + ")";
    }
}
