package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslClosedEngineException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One TCP connection: checks what comes in, and ends at the first thing that is not right. What the frames mean is the matter
 * of its present {@link Stage}: first one side of the handshake, then a {@link Link}.
 *
 * <p>Everything here runs on the connection's event loop, except {@link #close} and {@link #channel}.
 */
final class Connection extends ChannelInboundHandlerAdapter implements FrameReader.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final FrameReader reader;
    private final FrameWriter writer;
    private final Refusals refusals;
    private final Channel channel;

    private Stage stage;
    private Duration handshakeTimeout;
    private Future<?> handshakeDeadline;
    /** Null during the handshake, when it is not yet known whose bytes these are. */
    private TrafficCounter traffic;
    private long handshakeBytesSent;
    private long handshakeBytesReceived;
    private volatile String closeReason;

    Connection(Channel channel, FrameWriter writer, long runId, int maxMessageBytes, Refusals refusals) {
        this.channel = channel;
        this.writer = writer;
        this.refusals = refusals;
        this.reader = new FrameReader(runId, maxMessageBytes, this);
    }

    /** What a connection is at for the time being. */
    interface Stage {
        /** The connection is there. */
        default void opened() {
        }

        void control(FrameHeader header, ByteBuffer payload) throws BadFrame;

        default void message(Message message) throws BadFrame {
            throw new BadFrame(Refusal.OUT_OF_TURN, "a message before the handshake is over");
        }

        /** The handshake is not over in time. */
        default void late(String detail) {
        }

        /** More may be written, or no more for the time being. */
        default void writabilityChanged() {
        }

        /** The connection is gone. Called once, of the last stage only. */
        void closed(String reason);
    }

    Channel channel() {
        return channel;
    }

    /** Says what this connection does once it is there, and how long it has for becoming a link. */
    void begin(Stage first, Duration timeout) {
        stage = first;
        handshakeTimeout = timeout;
    }

    /** The handshake is over: from now on this connection is a link, and counted as such. */
    void become(Link link, TrafficCounter counter) {
        handshakeDeadline.cancel(false);
        stage = link;
        traffic = counter;
        traffic.framingSent(handshakeBytesSent);
        traffic.framingReceived(handshakeBytesReceived);
        reader.allowMessages();
    }

    /** Writes a frame of the handshake. */
    void send(int kind, int sender, int incarnation, byte[] payload) {
        ByteBuf frame = writer.control(kind, sender, incarnation, payload);
        handshakeBytesSent += frame.readableBytes();
        channel.writeAndFlush(frame);
    }

    /** Ends the connection because of what the other side did. */
    void refuse(Refusal refusal, String detail) {
        if (closeReason != null) {
            return;
        }
        refusals.count(refusal);
        LOG.debug("Connection {} refused, {}: {}", channel, refusal.label(), detail);
        close(refusal.label() + ": " + detail);
    }

    /** Ends the connection. */
    void close(String reason) {
        if (closeReason == null) {
            closeReason = reason;
        }
        channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        handshakeDeadline = channel.eventLoop().schedule(
            () -> stage.late("no link within " + handshakeTimeout.toMillis() + " ms"),
            handshakeTimeout.toMillis(), TimeUnit.MILLISECONDS);
        stage.opened();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        ByteBuf in = (ByteBuf) bytes;
        try {
            if (closeReason == null) {
                reader.read(in);
            }
        } catch (BadFrame e) {
            refuse(e.refusal(), e.getMessage());
        } finally {
            in.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        stage.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        handshakeDeadline.cancel(false);
        stage.closed(closeReason != null ? closeReason : "the other side closed the connection");
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent over && !over.isSuccess()) {
            tlsFailed(over.cause());
        }
    }

    private void tlsFailed(Throwable cause) {
        // One that hangs up, or is too slow, has not shown anything wrong.
        if (cause instanceof SSLException && !(cause instanceof SslClosedEngineException)) {
            refuse(Refusal.BAD_TLS, String.valueOf(cause.getMessage()));
        } else {
            close("the connection broke: " + cause.getMessage());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException && cause.getCause() instanceof SSLException) {
            tlsFailed(cause.getCause());
        } else if (cause instanceof IOException) {
            close("the connection broke: " + cause.getMessage());
        } else {
            LOG.warn("Connection {} is closed because of an unexpected failure", channel, cause);
            close("unexpected failure: " + cause);
        }
    }

    @Override
    public void frame(FrameHeader header) {
        if (traffic == null) {
            handshakeBytesReceived += FrameHeader.BYTES + header.length();
        } else {
            traffic.received(header);
        }
    }

    @Override
    public void control(FrameHeader header, ByteBuffer payload) throws BadFrame {
        stage.control(header, payload);
    }

    @Override
    public void message(Message message) throws BadFrame {
        stage.message(message);
    }
}
