package io.starling.launcher;

import io.starling.spark.RunListener;
import io.starling.spark.rendezvous.Roster;
import java.io.PrintStream;
import java.util.Locale;

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
        String line = line(p, rounds, seconds);
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

    static String line(Roster.Progress p, int rounds, double seconds) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "round %.0f/%d", p.meanRounds(), rounds));
        if (!Double.isNaN(p.accuracyPercent())) {
            line.append(String.format(Locale.ROOT, "  accuracy %.1f %%", p.accuracyPercent()));
        }
        line.append(String.format(Locale.ROOT, "  sent %.1f MB", p.bytesSent() / 1e6));
        if (p.meanRounds() > 0 && p.meanRounds() < rounds) {
            line.append("  ETA ").append(time(seconds / p.meanRounds() * (rounds - p.meanRounds())));
        } else {
            line.append("  time ").append(time(seconds));
        }
        if (p.failed() > 0) {
            line.append("  ").append(p.failed()).append(" nodes failed");
        }
        return line.toString();
    }

    private static String time(double seconds) {
        long s = Math.round(seconds);
        return s < 60 ? s + " s" : s < 3600 ? s / 60 + " min " + s % 60 + " s" : s / 3600 + " h " + s % 3600 / 60 + " min";
    }

    /** Leaves the rewritten line standing. */
    void end() {
        if (lastLength > 0) {
            out.println();
            lastLength = 0;
        }
    }
}
