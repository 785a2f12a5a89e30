package io.starling.spark.results;

import io.starling.communication.Deadline;
import io.starling.metrics.ClassRecord;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.MessageRecord;
import io.starling.metrics.Metrics;
import io.starling.metrics.RoundRecord;
import io.starling.metrics.SharesRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an executor's results as they come, from a thread of its own.
 *
 * <p>It can neither fail nor slow the training: what cannot be written is tried again later, and what comes while too much waits for that is
 * dropped and counted. Files appear every second at first and every half minute later, so that a long run does not leave thousands.
 */
public final class ResultsWriter implements Metrics, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResultsWriter.class);
    private static final int QUEUE = 100_000;
    private static final int ROWS_A_FILE = 50_000;
    /** While the store is away, so many rows wait for its return. */
    private static final int WAITING_ROWS = 200_000;
    private static final int LAST_ATTEMPTS = 4;
    private static final long ATTEMPT_MILLIS = 1_000;
    private static final long FIRST_INTERVAL_MILLIS = 1_000;
    private static final long LAST_INTERVAL_MILLIS = 30_000;

    private record Row(ResultTable<?> table, String json) {
    }

    private static final Row WAKE_UP = new Row(null, null);
    private static final Duration FLUSH_PATIENCE = Duration.ofSeconds(10);

    private final Object turns = new Object();
    /** Guarded by turns: how many have asked for everything to be written, and how many of them have got it. */
    private long asked;
    private volatile long written;

    private final BlockingQueue<Row> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Map<ResultTable<?>, List<String>> pending = new LinkedHashMap<>();
    private final AtomicLong dropped = new AtomicLong();
    private final ResultsFolder folder;
    private final String run;
    private final String filePrefix;
    private final Thread thread;
    private volatile boolean closing;
    private int files;
    private boolean troubleSaid;

    /** @param filePrefix distinguishes this writer's files from those of other executors */
    public ResultsWriter(ResultsFolder folder, String run, String filePrefix) {
        this.folder = folder;
        this.run = run;
        this.filePrefix = filePrefix;
        thread = new Thread(this::loop, "starling-results");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void round(RoundRecord record) {
        add(ResultTable.ROUNDS, record);
    }

    @Override
    public void evaluation(EvaluationRecord record) {
        add(ResultTable.EVALUATIONS, record);
    }

    @Override
    public void failure(FailureRecord record) {
        add(ResultTable.FAILURES, record);
    }

    @Override
    public void classAccuracy(ClassRecord record) {
        add(ResultTable.CLASSES, record);
    }

    @Override
    public void shares(SharesRecord record) {
        add(ResultTable.SHARES, record);
    }

    @Override
    public void message(MessageRecord record) {
        add(ResultTable.MESSAGES, record);
    }

    public <R> void add(ResultTable<R> table, R record) {
        if (!queue.offer(new Row(table, table.json(run, record)))) {
            dropped.incrementAndGet();
        }
    }

    /** How many rows were lost. */
    public long dropped() {
        return dropped.get();
    }

    /**
     * Waits until everything added before is written: what a node has done up to a checkpoint must be there when it goes on from it.
     *
     * @throws IOException if that was not possible within a few seconds
     */
    public void flush() throws IOException, InterruptedException {
        Deadline deadline = Deadline.after(FLUSH_PATIENCE);
        synchronized (turns) {
            long mine = ++asked;
            queue.offer(WAKE_UP);
            while (written < mine) {
                if (deadline.hasPassed() || closing) {
                    throw new IOException("the results before it could not be written to " + folder.path());
                }
                turns.wait(Math.max(1, deadline.remainingMillis()));
            }
        }
    }

    private long asked() {
        synchronized (turns) {
            return asked;
        }
    }

    private void loop() {
        long interval = FIRST_INTERVAL_MILLIS;
        while (!closing) {
            long until = System.nanoTime() + interval * 1_000_000;
            int rows = 0;
            while (!closing && rows < ROWS_A_FILE && System.nanoTime() < until && asked() == written) {
                rows += take(Math.min(200, interval));
            }
            long turn = asked();
            take(0);
            if (writePending()) {
                synchronized (turns) {
                    written = turn;
                    turns.notifyAll();
                }
            } else if (!pause()) {
                closing = true;
            }
            interval = Math.min(LAST_INTERVAL_MILLIS, interval * 5 / 4);
        }
        while (take(0) > 0) {
            // until the queue is empty
        }
        for (int attempt = 1; !writePending() && attempt < LAST_ATTEMPTS && pause(); attempt++) {
            // the store may come back
        }
        dropped.addAndGet(waiting());
    }

    private static boolean pause() {
        try {
            Thread.sleep(ATTEMPT_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private int waiting() {
        return pending.values().stream().mapToInt(List::size).sum();
    }

    private int take(long waitMillis) {
        try {
            Row row = queue.poll(waitMillis, TimeUnit.MILLISECONDS);
            int waiting = waiting();
            int taken = 0;
            for (; row != null; row = queue.poll()) {
                if (row == WAKE_UP) {
                    continue;
                }
                taken++;
                if (waiting + taken > WAITING_ROWS) {
                    dropped.incrementAndGet();
                } else {
                    pending.computeIfAbsent(row.table, t -> new ArrayList<>()).add(row.json);
                }
            }
            return taken;
        } catch (InterruptedException e) {
            closing = true;
            return 0;
        }
    }

    /** Writes what can be written; returns whether that is all. */
    private boolean writePending() {
        pending.entrySet().removeIf(table -> write(table.getKey(), table.getValue()));
        return pending.isEmpty();
    }

    private boolean write(ResultTable<?> table, List<String> rows) {
        try {
            folder.writeLive(table, filePrefix + "-" + files++ + ".jsonl", rows);
            return true;
        } catch (IOException | RuntimeException e) {
            if (!troubleSaid) {
                LOG.warn("results cannot be written to {}, the run goes on and tries again: {}", folder.path(), e.toString());
                troubleSaid = true;
            }
            return false;
        }
    }

    /** Writes what is left; gives up after a minute. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
