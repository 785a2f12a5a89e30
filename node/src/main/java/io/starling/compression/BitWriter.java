package io.starling.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes bits, the highest first, into an array that has room; {@link #finish} fills up the last byte with zeros. */
public final class BitWriter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    /** So many bytes more than the bits take must be in the array. */
    public static final int SLACK = 8;

    private final byte[] bytes;
    private int at;
    private long pending;
    private int pendingBits;

    public BitWriter(byte[] bytes, int from) {
        this.bytes = bytes;
        at = from;
    }

    /** Writes the lowest bits of a value that has no others; at most 32. */
    public void write(long value, int bits) {
        pending = pending << bits | value;
        pendingBits += bits;
        if (pendingBits >= 32) {
            pendingBits -= 32;
            INT.set(bytes, at, (int) (pending >>> pendingBits));
            at += 4;
        }
    }

    /** Returns the index after the last byte written. */
    public int finish() {
        int rest = pendingBits + 7 >>> 3;
        INT.set(bytes, at, (int) (pending << 32 - pendingBits));
        at += rest;
        pendingBits = 0;
        return at;
    }
}
