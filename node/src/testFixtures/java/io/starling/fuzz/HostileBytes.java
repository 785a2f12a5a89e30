package io.starling.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes that nobody should have sent, and what may become of them: a value, or an exception that the decoder says it throws. Anything else,
 * and memory out of all proportion, is a way to bring a node down from outside.
 *
 * <p>Everything is a function of a seed, so that whatever fails can be repeated.
 */
public final class HostileBytes {
    /** More than any decoder of these tests' small inputs may take. */
    private static final long MAX_ALLOCATED_BYTES = 64 << 20;
    private static final int[] EXTREMES = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x7fff, 0xffff, 1 << 20, (1 << 20) + 1, 1 << 30};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final AtomicLong INPUTS = new AtomicLong();

    private HostileBytes() {
    }

    /** Something that reads bytes. */
    public interface Decoder {
        void decode(byte[] bytes) throws Throwable;
    }

    /** Random bytes, few more often than many. */
    public static byte[] random(Random random) {
        byte[] bytes = new byte[random.nextInt(1 << random.nextInt(10))];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Valid bytes with one to four things wrong, or none now and then. */
    public static byte[] mutated(byte[] valid, Random random) {
        byte[] bytes = valid.clone();
        for (int changes = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(4); changes > 0; changes--) {
            bytes = change(bytes, random);
        }
        return bytes;
    }

    private static byte[] change(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return random(random);
        }
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> {
                if (at + 4 <= bytes.length) {
                    ByteBuffer.wrap(bytes).putInt(at, EXTREMES[random.nextInt(EXTREMES.length)]);
                }
            }
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                return Arrays.copyOfRange(bytes, at, bytes.length);
            }
            case 5 -> {
                byte[] more = random(random);
                return ByteBuffer.allocate(bytes.length + more.length).put(bytes, 0, at).put(more).put(bytes, at, bytes.length - at).array();
            }
            default -> {
                int from = random.nextInt(bytes.length);
                int count = Math.min(random.nextInt(16), bytes.length - Math.max(at, from));
                System.arraycopy(bytes, from, bytes, at, count);
            }
        }
        return bytes;
    }

    /** Feeds bytes to a decoder, which must take them or throw one of the exceptions it is known for. */
    @SafeVarargs
    public static void feed(byte[] bytes, Decoder decoder, Class<? extends Throwable>... documented) {
        INPUTS.incrementAndGet();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            decoder.decode(bytes);
        } catch (Throwable e) {
            if (e instanceof AssertionError || Arrays.stream(documented).noneMatch(known -> known.isInstance(e))) {
                throw new AssertionError(HexFormat.of().formatHex(bytes) + " made a decoder throw " + e, e);
            }
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (allocated > MAX_ALLOCATED_BYTES) {
            throw new AssertionError(HexFormat.of().formatHex(bytes) + " made a decoder allocate " + allocated + " bytes");
        }
    }

    /** How many inputs this JVM's decoders have been fed. */
    public static long inputs() {
        return INPUTS.get();
    }
}
