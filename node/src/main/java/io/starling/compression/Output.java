package io.starling.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing sequence of bytes, little-endian; used again after {@link #clear()}. */
public final class Output {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[256];
    private int size;

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /**
     * Makes room for so many bytes and returns the array to write them into, from {@link #size()} on; {@link #wrote} then
     * says how many it were.
     */
    public byte[] room(int count) {
        int needed = Math.addExact(size, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L, bytes.length * 3L / 2)));
        }
        return bytes;
    }

    public void wrote(int count) {
        size += count;
    }

    public void writeByte(int value) {
        room(1)[size++] = (byte) value;
    }

    public void writeInt(int value) {
        INT.set(room(4), size, value);
        size += 4;
    }

    public void writeLong(long value) {
        LONG.set(room(8), size, value);
        size += 8;
    }

    /** Seven bits a byte, the lowest first; for numbers from 0 that are usually small. */
    public void writeVarint(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            writeByte(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        writeByte(rest);
    }

    /** What was written; valid until the next change. */
    public ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, size);
    }
}
