package io.starling.spark;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * The last lines that each node's thread has logged, for the report of its failure: on a cluster the log itself is on another machine.
 *
 * <p>Where Spark's logging is not Log4j 2, there are none.
 */
final class NodeLog extends AbstractAppender implements AutoCloseable {
    private static final int LINES = 20;
    private static final int LINE_CHARACTERS = 500;

    private final Map<Long, Deque<String>> byThread = new ConcurrentHashMap<>();
    private final LoggerContext logging;

    NodeLog(String name) {
        super(name, null, null, true, Property.EMPTY_ARRAY);
        logging = LogManager.getContext(false) instanceof LoggerContext context ? context : null;
        if (logging != null) {
            start();
            logging.getConfiguration().getRootLogger().addAppender(this, Level.INFO, null);
        }
    }

    /** From here on the calling thread's lines are kept. */
    void begin() {
        byThread.put(Thread.currentThread().getId(), new ArrayDeque<>());
    }

    void end() {
        byThread.remove(Thread.currentThread().getId());
    }

    /** The calling thread's last lines. */
    List<String> lines() {
        Deque<String> lines = byThread.get(Thread.currentThread().getId());
        if (lines == null) {
            return List.of();
        }
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void append(LogEvent event) {
        Deque<String> lines = byThread.get(event.getThreadId());
        if (lines == null) {
            return;
        }
        String text = event.getLevel() + " " + event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1) + ": "
            + event.getMessage().getFormattedMessage() + (event.getThrown() == null ? "" : ": " + event.getThrown());
        synchronized (lines) {
            if (lines.size() == LINES) {
                lines.removeFirst();
            }
            lines.add(text.length() > LINE_CHARACTERS ? text.substring(0, LINE_CHARACTERS) + "…" : text);
        }
    }

    @Override
    public void close() {
        if (logging != null) {
            logging.getConfiguration().getRootLogger().removeAppender(getName());
            stop();
        }
    }
}
