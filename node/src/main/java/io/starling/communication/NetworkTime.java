package io.starling.communication;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The time an {@link InMemoryNetwork} lives in. */
public interface NetworkTime extends AutoCloseable {
    long nanoTime();

    /** Runs a task at a time; tasks of the same time run in the order in which they were given. */
    void runAt(long nanos, Runnable task);

    @Override
    void close();

    /** The time of this machine. */
    static NetworkTime real() {
        return new Real();
    }

    /** Machine time, with one daemon thread for what is to happen later. */
    final class Real implements NetworkTime {
        private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "starling-in-memory-network");
            thread.setDaemon(true);
            return thread;
        });

        private Real() {
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void runAt(long nanos, Runnable task) {
            later.schedule(task, nanos - nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            later.shutdownNow();
        }
    }
}
