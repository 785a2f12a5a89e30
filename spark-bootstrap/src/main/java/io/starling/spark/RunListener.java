package io.starling.spark;

import io.starling.spark.rendezvous.Roster;

/** Told how a run is going, by the thread that executes it. */
public interface RunListener {
    /** Something a person may want to know: a stage, or who is waited for. */
    void say(String message);

    /** About four times a second once the rounds have begun. */
    void progress(Roster.Progress progress, int rounds, double secondsSinceStart);
}
