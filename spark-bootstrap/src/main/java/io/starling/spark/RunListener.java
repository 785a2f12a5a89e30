package io.starling.spark;

import io.starling.spark.rendezvous.Roster;

/** Told how a run is going, by the thread that executes it. */
public interface RunListener {
    /** Something a person may want to know: a stage, or who is waited for. */
    void say(String message);

    /** About four times a second once the rounds have begun. */
    void progress(Roster.Progress progress, int rounds, double secondsSinceStart);

    /** All rows of results are written; the next thing is that their live files give way to the final tables. */
    default void written() {
    }

    /** Tells both. */
    default RunListener and(RunListener other) {
        RunListener first = this;
        return new RunListener() {
            @Override
            public void say(String message) {
                first.say(message);
                other.say(message);
            }

            @Override
            public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
                first.progress(progress, rounds, secondsSinceStart);
                other.progress(progress, rounds, secondsSinceStart);
            }

            @Override
            public void written() {
                first.written();
                other.written();
            }
        };
    }
}
