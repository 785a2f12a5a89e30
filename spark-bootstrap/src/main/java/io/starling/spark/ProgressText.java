package io.starling.spark;

import io.starling.spark.rendezvous.Roster;
import java.util.Locale;

/** How a run is going, for people, in one line. */
public final class ProgressText {
    private ProgressText() {
    }

    /** @param seconds since the first round began */
    public static String line(Roster.Progress p, int rounds, double seconds) {
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

    /** "12 s", "3 min 5 s", "2 h 7 min". */
    public static String time(double seconds) {
        long s = Math.round(seconds);
        return s < 60 ? s + " s" : s < 3600 ? s / 60 + " min " + s % 60 + " s" : s / 3600 + " h " + s % 3600 / 60 + " min";
    }
}
