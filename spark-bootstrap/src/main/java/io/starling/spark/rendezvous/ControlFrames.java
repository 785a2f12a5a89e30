package io.starling.spark.rendezvous;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.util.List;

/**
 * Cuts a connection's bytes into control messages by the length before each. Whoever has not proved yet to belong to the run
 * may only say little, so that thousands of such connections cost next to nothing.
 */
final class ControlFrames extends ByteToMessageDecoder {
    /** Enough for a challenge and its answer. */
    static final int MAX_HANDSHAKE_BYTES = 1 << 10;
    /** An address book of 100,000 nodes fits. */
    static final int MAX_BYTES = 16 << 20;

    private int limit = MAX_HANDSHAKE_BYTES;

    /** From now on the other side is one of the run. */
    void allowLarge() {
        limit = MAX_BYTES;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > limit) {
            throw new TooLongFrameException("a control message says it is " + length + " bytes long; the most is " + limit);
        }
        if (in.readableBytes() - Integer.BYTES >= length) {
            in.skipBytes(Integer.BYTES);
            out.add(in.readRetainedSlice(length));
        }
    }
}
