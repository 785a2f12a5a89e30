package io.starling.launcher;

import io.starling.spark.ProgressText;
import io.starling.spark.RunListener;
import io.starling.spark.rendezvous.Roster;
import java.io.PrintStream;

/** Shows how a run is going: one line that is rewritten on a terminal, plain lines now and then elsewhere. */
final class ProgressLine implements RunListener {
    private static final double PLAIN_INTERVAL_SECONDS = 3;

    private final PrintStream out;
    private final boolean terminal;
    private double lastSeconds = -PLAIN_INTERVAL_SECONDS;
    private String lastLine;
    private int lastLength;

    /** The start script says whether standard error is a terminal, as Java cannot tell. */
    ProgressLine(PrintStream out) {
        this(out, Boolean.getBoolean("starling.terminal"));
    }

    ProgressLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void say(String message) {
        end();
        out.println(message);
    }

    @Override
    public void progress(Roster.Progress p, int rounds, double seconds) {
        boolean over = p.done() + p.failed() == p.nodes();
        String line = ProgressText.line(p, rounds, seconds);
        if (!terminal && (line.equals(lastLine) || !over && seconds - lastSeconds < PLAIN_INTERVAL_SECONDS)) {
            return;
        }
        lastSeconds = seconds;
        lastLine = line;
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
            out.flush();
            lastLength = line.length();
        } else {
            out.println(line);
        }
    }

    /** Leaves the rewritten line standing. */
    void end() {
        if (lastLength > 0) {
            out.println();
            lastLength = 0;
        }
    }
}
