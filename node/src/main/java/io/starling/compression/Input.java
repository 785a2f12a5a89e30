package io.starling.compression;

import io.starling.engine.ScratchPool;
import java.nio.ByteBuffer;

/**
 * Received bytes, read from the beginning; little-endian.
 *
 * <p>The array goes {@link #PADDING} bytes beyond the end, so that a decoder may load whole words without looking; what it read
 * beyond the end it must refuse.
 */
public final class Input {
    public static final int PADDING = 16;

    private final byte[] bytes;
    private final int end;
    private int at;

    private Input(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    /** A copy of what is between the buffer's position and limit. */
    public static Input copyOf(ByteBuffer payload) {
        return copy(payload, new byte[payload.remaining() + PADDING]);
    }

    /** Like {@link #copyOf(ByteBuffer)}, in borrowed memory. */
    public static Input copyOf(ByteBuffer payload, ScratchPool.Scratch scratch) {
        return copy(payload, scratch.bytes(payload.remaining() + PADDING));
    }

    private static Input copy(ByteBuffer payload, byte[] bytes) {
        int length = payload.remaining();
        payload.get(payload.position(), bytes, 0, length);
        return new Input(bytes, length);
    }

    public byte[] bytes() {
        return bytes;
    }

    public int position() {
        return at;
    }

    public int end() {
        return end;
    }

    /** Back to the beginning. */
    public void rewind() {
        at = 0;
    }

    public int remaining() {
        return end - at;
    }

    /** Moves on by so many bytes. */
    public void skip(int count) throws CorruptData {
        require(count);
        at += count;
    }

    /** Refuses if there are fewer than so many bytes left. */
    public void require(long count) throws CorruptData {
        if (count < 0 || count > remaining()) {
            throw new CorruptData("cut short: " + remaining() + " bytes left where " + count + " are needed");
        }
    }

    public int readByte() throws CorruptData {
        require(1);
        return bytes[at++] & 0xFF;
    }

    public int readInt() throws CorruptData {
        require(4);
        int value = (int) Output.INT.get(bytes, at);
        at += 4;
        return value;
    }

    public long readLong() throws CorruptData {
        require(8);
        long value = (long) Output.LONG.get(bytes, at);
        at += 8;
        return value;
    }

    public float readFloat() throws CorruptData {
        return Float.intBitsToFloat(readInt());
    }

    /** See {@link Output#writeVarint}. */
    public int readVarint() throws CorruptData {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int b = readByte();
            if (shift == 28 && b > 0x07) {
                break;
            }
            value |= (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new CorruptData("a number of more than 31 bits");
    }

    /** Refuses if anything is left. */
    public void requireEnd() throws CorruptData {
        if (at != end) {
            throw new CorruptData((end - at) + " bytes too many");
        }
    }
}
