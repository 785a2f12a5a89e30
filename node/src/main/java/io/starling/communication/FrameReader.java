package io.starling.communication;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Turns the bytes of one connection into messages and control frames.
 *
 * <p>Bytes may come in pieces of any size. Nothing is believed before it is checked: a header's claims are held against the
 * limits before memory is taken, and memory is taken for at most one chunk, or for as much again as has arrived already,
 * ahead of the bytes themselves. Whatever the input, the only exception is {@link BadFrame}; after it the reader is of
 * no more use.
 */
final class FrameReader {
    private static final byte[] NOTHING = new byte[0];

    private final long runId;
    private final int maxMessageBytes;
    private final Receiver receiver;
    private final ByteBuffer headerBytes = ByteBuffer.allocate(FrameHeader.BYTES);
    private final CRC32C crc = new CRC32C();

    private boolean messagesAllowed;
    private FrameHeader frame;
    private FrameHeader previous;
    private byte[] body = NOTHING;
    private int bodyBytes;
    private int missingBytes;

    FrameReader(long runId, int maxMessageBytes, Receiver receiver) {
        this.runId = runId;
        this.maxMessageBytes = maxMessageBytes;
        this.receiver = receiver;
    }

    /** Takes what was read. */
    interface Receiver {
        /** A frame has arrived whole and undamaged; called before what it is part of is handed on. */
        void frame(FrameHeader header);

        void control(FrameHeader header, ByteBuffer payload) throws BadFrame;

        void message(Message message) throws BadFrame;
    }

    /** From now on messages may come, no longer only the handshake's small frames. */
    void allowMessages() {
        messagesAllowed = true;
    }

    /** Bytes of memory held for a message that has not yet arrived whole. */
    int heldBytes() {
        return body.length;
    }

    /** Reads all there is. */
    void read(ByteBuf in) throws BadFrame {
        while (in.isReadable()) {
            if (frame == null && !readHeader(in)) {
                return;
            }
            readPayload(in);
            if (missingBytes == 0) {
                finishFrame();
            }
        }
    }

    private boolean readHeader(ByteBuf in) throws BadFrame {
        int had = headerBytes.position();
        int wanted = had < FrameHeader.PREFIX_BYTES ? FrameHeader.PREFIX_BYTES : FrameHeader.BYTES;
        headerBytes.limit(Math.min(wanted, had + in.readableBytes()));
        in.readBytes(headerBytes);
        int has = headerBytes.position();
        headerBytes.limit(FrameHeader.BYTES);
        if (had < FrameHeader.PREFIX_BYTES && has >= FrameHeader.PREFIX_BYTES) {
            FrameHeader.checkPrefix(headerBytes);
            return readHeader(in);
        }
        if (has < FrameHeader.BYTES) {
            return false;
        }
        beginFrame(FrameHeader.read(headerBytes, runId, maxMessageBytes));
        return true;
    }

    private void beginFrame(FrameHeader header) throws BadFrame {
        if (!header.isControl() && !messagesAllowed) {
            throw new BadFrame(Refusal.OUT_OF_TURN, "a message before the handshake is over");
        }
        boolean inOrder = previous == null ? header.offset() == 0 : header.continues(previous);
        if (!inOrder) {
            throw new BadFrame(Refusal.OUT_OF_TURN, "the part of a message at " + header.offset() + " does not follow the one before it");
        }
        FrameHeader.startChecksum(crc, headerBytes);
        frame = header;
        missingBytes = header.length();
    }

    private void readPayload(ByteBuf in) {
        int count = Math.min(missingBytes, in.readableBytes());
        if (count == 0) {
            return;
        }
        if (body.length < bodyBytes + count) {
            int wanted = Math.max(frame.offset() + frame.length(), 2 * Math.min(body.length, Integer.MAX_VALUE / 2));
            body = Arrays.copyOf(body, Math.min(frame.total(), wanted));
        }
        in.readBytes(body, bodyBytes, count);
        crc.update(body, bodyBytes, count);
        bodyBytes += count;
        missingBytes -= count;
    }

    private void finishFrame() throws BadFrame {
        if ((int) crc.getValue() != FrameHeader.checksum(headerBytes)) {
            throw new BadFrame(Refusal.CORRUPT, "in bytes " + frame.offset() + " to " + (frame.offset() + frame.length()) + " of a message");
        }
        FrameHeader done = frame;
        frame = null;
        headerBytes.clear();
        receiver.frame(done);
        if (!done.isLastPart()) {
            previous = done;
            return;
        }
        ByteBuffer payload = ByteBuffer.wrap(body, 0, bodyBytes);
        previous = null;
        body = NOTHING;
        bodyBytes = 0;
        if (done.isControl()) {
            receiver.control(done, payload);
        } else {
            receiver.message(done.message(payload));
        }
    }
}
