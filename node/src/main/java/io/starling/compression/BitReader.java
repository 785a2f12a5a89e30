package io.starling.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads what {@link BitWriter} wrote.
 *
 * <p>Beyond the end there are some bits that mean nothing; {@link #isBeyondEnd()} must be asked at least every
 * 8 · ({@link Input#PADDING} − 8) bits.
 */
public final class BitReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Input input;
    private final byte[] bytes;
    private final long endBit;
    private long at;

    public BitReader(Input input) {
        this.input = input;
        bytes = input.bytes();
        at = 8L * input.position();
        endBit = 8L * input.end();
    }

    /** The next 57 bits or more, the first of them highest. */
    public long peek() {
        return (long) LONG.get(bytes, (int) (at >>> 3)) << (at & 7);
    }

    public void skip(int bits) {
        at += bits;
    }

    /** The next bits as a number; at most 57. */
    public long read(int bits) {
        long value = bits == 0 ? 0 : peek() >>> 64 - bits;
        at += bits;
        return value;
    }

    public boolean isBeyondEnd() {
        return at > endBit;
    }

    /** Moves the input behind the byte last read from. */
    public void finish() throws CorruptData {
        if (isBeyondEnd()) {
            throw new CorruptData("cut short: " + (at - endBit) + " bits are missing");
        }
        input.skip((int) ((at + 7 >>> 3) - input.position()));
    }
}
