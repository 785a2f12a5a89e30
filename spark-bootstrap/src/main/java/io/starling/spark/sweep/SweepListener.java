package io.starling.spark.sweep;

import io.starling.spark.rendezvous.Roster;

/** Told how a sweep is going, by several threads. */
public interface SweepListener {
    /** A run begins, or has been found among the results and is not done again. */
    void began(int number, String label, boolean foundFinished);

    /** About four times a second for every run. */
    void progress(int number, String label, Roster.Progress progress, int rounds, double seconds);

    void ended(SweepRunner.Outcome outcome);
}
