package io.starling.communication;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files and sockets this process may have open. */
public final class FileDescriptors {
    /** For systems that do not say. */
    private static final long UNKNOWN = 8192;

    private FileDescriptors() {
    }

    /** The limit of this process. Java raises it to the hard limit at its start. */
    public static long limit() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system ? system.getMaxFileDescriptorCount() : UNKNOWN;
    }

    /** Those that links may take: two thirds. The rest is for jars, shuffles, Spark's own connections, and calls under way. */
    static int forLinks() {
        return forLinks(limit());
    }

    static int forLinks(long limit) {
        return (int) Math.max(1, Math.min(1 << 24, limit / 3 * 2));
    }
}
