package io.starling.communication;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The fixed part of a frame; the layout stands in the package documentation.
 *
 * @param kind          a {@link Message.Kind#code}, or one of the control kinds below
 * @param metadataBytes of the whole message
 * @param offset        where in the message's payload this frame's part begins
 * @param total         bytes in the whole message's payload
 * @param length        bytes of payload in this frame
 */
record FrameHeader(int kind, long runId, int sender, int incarnation, int round, int channel, int codec,
                   int metadataBytes, int offset, int total, int length) {

    /** Bytes of a header, the length prefix included. */
    static final int BYTES = 56;
    /** The length prefix and the magic number: enough to tell most garbage. */
    static final int PREFIX_BYTES = 8;
    /** No frame carries more payload. */
    static final int MAX_CHUNK_BYTES = 1 << 20;
    /** No control frame carries more payload. */
    static final int MAX_CONTROL_BYTES = 256;

    /** The opener names itself, the node it wants, and a nonce. */
    static final int HELLO = 0x10;
    /** The listener answers with its nonce and its proof. */
    static final int CHALLENGE = 0x11;
    /** The opener's proof. */
    static final int PROOF = 0x12;
    /** The wanted node is there: the link is open. */
    static final int WELCOME = 0x13;
    /** The last frame of a node that is done. */
    static final int GOODBYE = 0x14;
    /** The last frame on a link that is not needed at present. */
    static final int RECESS = 0x15;

    private static final int MAGIC = 0x5354524c; // "STRL"
    private static final int VERSION = 1;
    private static final int CRC_AT = BYTES - Integer.BYTES;

    static FrameHeader control(int kind, long runId, int sender, int incarnation, int length) {
        return new FrameHeader(kind, runId, sender, incarnation, 0, 0, 0, 0, 0, length, length);
    }

    static FrameHeader part(Message message, long runId, int offset, int total, int length) {
        return new FrameHeader(message.kind().code(), runId, message.sender(), message.incarnation(), message.round(),
            message.channel(), message.codec(), message.metadataBytes(), offset, total, length);
    }

    boolean isControl() {
        return kind >= HELLO;
    }

    boolean isLastPart() {
        return offset + length == total;
    }

    /** How much of this frame's payload counts as metadata: as if a message's metadata came first. */
    int metadataPart() {
        return Math.max(0, Math.min(length, metadataBytes - offset));
    }

    /** Whether this frame goes on where the other, of the same message, ends. */
    boolean continues(FrameHeader previous) {
        return offset == previous.offset + previous.length && total == previous.total && kind == previous.kind
            && round == previous.round && channel == previous.channel && codec == previous.codec
            && metadataBytes == previous.metadataBytes && sender == previous.sender && incarnation == previous.incarnation;
    }

    Message message(ByteBuffer payload) {
        return new Message(sender, incarnation, round, Message.Kind.of(kind), channel, codec, metadataBytes, payload);
    }

    /** Writes the header, with the checksum of it and of the payload. */
    void writeTo(ByteBuffer target, ByteBuffer payload) {
        int start = target.position();
        target.putInt(BYTES - Integer.BYTES + length).putInt(MAGIC).put((byte) VERSION).put((byte) kind).putShort((short) 0)
            .putLong(runId).putInt(sender).putInt(incarnation).putInt(round).putInt(channel).putInt(codec)
            .putInt(metadataBytes).putInt(offset).putInt(total);
        CRC32C crc = new CRC32C();
        crc.update(target.duplicate().flip().position(start));
        crc.update(payload);
        target.putInt((int) crc.getValue());
    }

    /** Checks length and magic number, before anything else has arrived. */
    static void checkPrefix(ByteBuffer bytes) throws BadFrame {
        if (bytes.getInt(4) != MAGIC) {
            throw new BadFrame(Refusal.GARBAGE, "a frame begins with 0x" + Integer.toHexString(bytes.getInt(4)) + " instead of the magic number");
        }
        int length = bytes.getInt(0);
        if (length < BYTES - Integer.BYTES) {
            throw new BadFrame(Refusal.GARBAGE, "a frame says it is " + length + " bytes long, which is less than its header");
        }
        if (length > BYTES - Integer.BYTES + MAX_CHUNK_BYTES) {
            throw new BadFrame(Refusal.OVERSIZED, "a frame says it is " + length + " bytes long");
        }
    }

    /** The header in these bytes, of which {@link #checkPrefix} has approved; whatever it says is within the limits. */
    static FrameHeader read(ByteBuffer bytes, long runId, int maxMessageBytes) throws BadFrame {
        int version = bytes.get(8);
        if (version != VERSION) {
            throw new BadFrame(Refusal.GARBAGE, "version " + version + " of the wire format, this is " + VERSION);
        }
        FrameHeader header = new FrameHeader(bytes.get(9), bytes.getLong(12), bytes.getInt(20), bytes.getInt(24), bytes.getInt(28),
            bytes.getInt(32), bytes.getInt(36), bytes.getInt(40), bytes.getInt(44), bytes.getInt(48),
            bytes.getInt(0) - (BYTES - Integer.BYTES));
        if (header.runId != runId) {
            throw new BadFrame(Refusal.WRONG_RUN, "a frame of run " + Long.toHexString(header.runId) + ", this is run " + Long.toHexString(runId));
        }
        header.checkKind();
        header.checkRange(header.isControl() ? MAX_CONTROL_BYTES : maxMessageBytes);
        return header;
    }

    private void checkKind() throws BadFrame {
        boolean known = isControl() ? kind <= RECESS : Message.Kind.of(kind) != null;
        if (!known) {
            throw new BadFrame(Refusal.GARBAGE, "a frame of unknown kind " + kind);
        }
    }

    private void checkRange(int maxBytes) throws BadFrame {
        if (total > maxBytes) {
            throw new BadFrame(Refusal.OVERSIZED, "a message of " + total + " bytes; the most is " + maxBytes
                + (isControl() ? "" : " (" + CommunicationKeys.MAX_MESSAGE + ")"));
        }
        boolean inside = total >= 0 && offset >= 0 && length <= total - offset && (length > 0 || total == 0);
        boolean whole = !isControl() || length == total;
        if (!inside || !whole || metadataBytes < 0 || metadataBytes > total) {
            throw new BadFrame(Refusal.GARBAGE, "bytes " + offset + " to " + ((long) offset + length) + " of " + total + ", " + metadataBytes
                + " of them metadata");
        }
    }

    /** Puts the header's part of the checksum into {@code crc}. */
    static void startChecksum(CRC32C crc, ByteBuffer bytes) {
        crc.reset();
        crc.update(bytes.duplicate().position(0).limit(CRC_AT));
    }

    static int checksum(ByteBuffer bytes) {
        return bytes.getInt(CRC_AT);
    }
}
