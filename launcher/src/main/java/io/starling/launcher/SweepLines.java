package io.starling.launcher;

import io.starling.spark.ProgressText;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.Summary;
import io.starling.spark.sweep.SweepListener;
import io.starling.spark.sweep.SweepRunner;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Shows how a sweep is going: a line when a run begins and ends, and now and then in between. */
final class SweepLines implements SweepListener {
    private static final double INTERVAL_SECONDS = 10;

    private final PrintStream out;
    private final int runs;
    private final Map<Integer, Double> lastSeconds = new HashMap<>();

    SweepLines(PrintStream out, int runs) {
        this.out = out;
        this.runs = runs;
    }

    @Override
    public synchronized void began(int number, String label, boolean foundFinished) {
        if (!foundFinished) {
            say(number, label, "begins");
        }
    }

    @Override
    public synchronized void progress(int number, String label, Roster.Progress progress, int rounds, double seconds) {
        if (seconds - lastSeconds.getOrDefault(number, 0.0) >= INTERVAL_SECONDS) {
            lastSeconds.put(number, seconds);
            say(number, label, ProgressText.line(progress, rounds, seconds));
        }
    }

    @Override
    public synchronized void ended(SweepRunner.Outcome outcome) {
        Summary summary = outcome.summary();
        String result = summary == null ? "" : summary.accuracyMean() != null
            ? String.format(Locale.ROOT, ", accuracy %.2f ± %.2f %%", summary.accuracyMean(), summary.accuracyStd())
            : summary.rmse() != null ? String.format(Locale.ROOT, ", RMSE %.4f", summary.rmse()) : "";
        say(outcome.number(), outcome.label(), outcome.failure() != null ? "failed: " + outcome.failure()
            : outcome.found() ? "was finished before" + result : "finished" + result + " in " + ProgressText.time(summary.wallSeconds()));
    }

    private void say(int number, String label, String what) {
        out.println("[" + number + "/" + runs + "] " + label + "  " + what);
    }
}
