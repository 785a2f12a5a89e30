package io.starling.communication;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Turns messages into frames, once, whatever the number of receivers. Safe for use by many threads. */
final class FrameWriter {
    private final ByteBufAllocator allocator;
    private final long runId;
    private final int chunkBytes;
    private final int maxMessageBytes;

    FrameWriter(ByteBufAllocator allocator, long runId, int chunkBytes, int maxMessageBytes) {
        this.allocator = allocator;
        this.runId = runId;
        this.chunkBytes = chunkBytes;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** The frames of a message, to be released by the caller. The payload's position is left as it is. */
    List<ByteBuf> message(Message message) {
        ByteBuffer payload = message.payload().duplicate();
        int start = payload.position();
        int total = payload.remaining();
        check(message, total);
        List<ByteBuf> frames = new ArrayList<>(frameCount(total, chunkBytes));
        try {
            int offset = 0;
            do {
                int length = Math.min(chunkBytes, total - offset);
                payload.limit(start + offset + length).position(start + offset);
                frames.add(frame(FrameHeader.part(message, runId, offset, total, length), payload));
                offset += length;
            } while (offset < total);
            return frames;
        } catch (OutOfMemoryError e) {
            frames.forEach(ByteBuf::release);
            throw e;
        }
    }

    ByteBuf control(int kind, int sender, int incarnation, byte[] payload) {
        return frame(FrameHeader.control(kind, runId, sender, incarnation, payload.length), ByteBuffer.wrap(payload));
    }

    long framingBytes(int payloadBytes) {
        return (long) frameCount(payloadBytes, chunkBytes) * FrameHeader.BYTES;
    }

    /** How many frames a payload takes; an empty one takes one. */
    static int frameCount(int payloadBytes, int chunkBytes) {
        return Math.max(1, (payloadBytes + chunkBytes - 1) / chunkBytes);
    }

    private void check(Message message, int total) {
        if (total > maxMessageBytes) {
            throw new IllegalArgumentException("a message of " + total + " bytes is more than the " + maxMessageBytes
                + " allowed by " + CommunicationKeys.MAX_MESSAGE);
        }
        if (message.metadataBytes() < 0 || message.metadataBytes() > total) {
            throw new IllegalArgumentException(message.metadataBytes() + " bytes of metadata in a payload of " + total + " bytes");
        }
    }

    private ByteBuf frame(FrameHeader header, ByteBuffer payload) {
        int bytes = FrameHeader.BYTES + header.length();
        ByteBuf frame = allocator.directBuffer(bytes, bytes);
        ByteBuffer target = frame.nioBuffer(0, bytes);
        target.position(FrameHeader.BYTES).put(payload);
        target.flip();
        ByteBuffer copied = target.duplicate().position(FrameHeader.BYTES);
        // The checksum is taken of the copy: it is in direct memory and in the cache.
        header.writeTo(target.duplicate(), copied);
        return frame.writerIndex(bytes);
    }
}
