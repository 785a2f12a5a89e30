package io.starling.communication;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A time that stands still until it is moved, for tests without sleeping.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * InMemoryNetwork network = new InMemoryNetwork(NetworkConditions.PERFECT.withDelay(ofMillis(5), ofMillis(9)), time);
 * …
 * a.send(Set.of(1), message, time.deadline(ofSeconds(1)));
 * time.advance(ofMillis(9));                 // it has arrived, on this thread, before this returns
 * b.receive(time.deadline(Duration.ZERO));
 * }</pre>
 *
 * <p>Safe for use by many threads. A wait for a deadline of this time ends when another thread has moved it past that.
 */
public final class VirtualTime implements NetworkTime {
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::nanos).thenComparingLong(Task::number));
    private long now;
    private long taskCount;
    private Runnable listener = () -> { };

    private record Task(long nanos, long number, Runnable action) {
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    /** A deadline of this time. */
    public Deadline deadline(Duration timeout) {
        return Deadline.after(timeout, this::nanoTime);
    }

    @Override
    public synchronized void runAt(long nanos, Runnable task) {
        tasks.add(new Task(nanos, taskCount++, task));
    }

    /** Moves the time, running what is due on the way, each at its time. */
    public void advance(Duration step) {
        long end = nanoTime() + step.toNanos();
        while (true) {
            Task task;
            Runnable told;
            synchronized (this) {
                task = tasks.peek();
                if (task == null || task.nanos > end) {
                    now = end;
                    told = listener;
                    task = null;
                } else {
                    tasks.remove();
                    now = Math.max(now, task.nanos);
                    told = task.action;
                }
            }
            told.run();
            if (task == null) {
                return;
            }
        }
    }

    /** Has something told whenever the time was moved. */
    synchronized void onAdvance(Runnable told) {
        listener = told;
    }

    @Override
    public synchronized void close() {
        tasks.clear();
    }
}
