package io.starling.spark.sweep;

import io.starling.config.Experiment;
import io.starling.config.Sweep;
import io.starling.config.UserError;
import io.starling.node.RunKeys;
import io.starling.spark.ClusterRun;
import io.starling.spark.RunFailed;
import io.starling.spark.RunListener;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.Results;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Summary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the runs of a sweep in one Spark session, several at a time if there are task slots for the nodes of several.
 *
 * <p>Runs whose finished results are in the folder already are not done again, so a sweep that was interrupted goes on where it was when it is
 * started again. They are recognised by their {@linkplain Experiment#fingerprint fingerprint}, whatever their names. A run that fails does not end the sweep.
 */
public final class SweepRunner {
    private static final Logger LOG = LoggerFactory.getLogger(SweepRunner.class);

    /**
     * How a run ended.
     *
     * @param number      from 1, in the order of the sweep
     * @param summary     null if it failed
     * @param resultsPath null if it could not even begin
     * @param failure     null if every node finished
     * @param found       whether it had been done before
     */
    public record Outcome(int number, String label, Summary summary, String resultsPath, String failure, boolean found) {
        public boolean isFinished() {
            return failure == null;
        }
    }

    private final SparkSession session;
    private final List<Sweep.Member> members;
    private final String resultsPath;
    private final int parallel;
    private final SweepListener listener;
    private final Set<ClusterRun> running = new HashSet<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private int freeSlots;
    private int active;
    private String cancelled;

    /**
     * @param resultsPath folder for the runs of this sweep
     * @param parallel    runs at the same time; 0: as many as fit
     * @param slots       task slots that the runs may take at the same time
     */
    public SweepRunner(SparkSession session, List<Sweep.Member> members, String resultsPath, int parallel, int slots, SweepListener listener) {
        this.session = session;
        this.members = members;
        this.resultsPath = resultsPath;
        this.parallel = parallel == 0 ? Integer.MAX_VALUE : parallel;
        this.listener = listener;
        freeSlots = slots;
    }

    /** Does all that is not done; returns how each ended, in the order of the sweep. */
    public List<Outcome> run() throws InterruptedException {
        Map<String, Summary> finished = finished();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            int number = i + 1;
            Sweep.Member member = members.get(i);
            Summary before = finished.get(member.experiment().fingerprint());
            if (before != null) {
                listener.began(number, member.label(), true);
                end(new Outcome(number, member.label(), before, resultsPath + "/" + before.run(), null, true));
                continue;
            }
            int slots = member.experiment().get(RunKeys.NODES);
            if (!acquire(slots)) {
                end(new Outcome(number, member.label(), null, null, cancelled, false));
                continue;
            }
            Thread thread = new Thread(() -> {
                try {
                    end(run(number, member));
                } finally {
                    release(slots);
                }
            }, "starling-sweep-" + number);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(); // every wait inside of a run has a deadline
        }
        synchronized (this) {
            return outcomes.stream().sorted(Comparator.comparingInt(Outcome::number)).toList();
        }
    }

    /** Fingerprint → the run that is there already, if each of its nodes finished; of several the last. */
    private Map<String, Summary> finished() {
        Map<String, Summary> found = new HashMap<>();
        try {
            Path folder = new Path(resultsPath);
            if (!folder.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(folder)) {
                return found;
            }
            Results results = Results.open(session, List.of(resultsPath));
            Map<String, String> configurations = results.table(ResultTable.RUNS).select("run", "config_json").collectAsList().stream()
                .collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1)));
            for (Summary summary : Summary.of(results)) {
                if (summary.status().equals("finished")) {
                    fingerprint(summary.run(), configurations.get(summary.run())).ifPresent(key -> found.put(key, summary));
                }
            }
        } catch (UserError | IOException e) {
            LOG.debug("nothing is taken over from {}: {}", resultsPath, e.getMessage());
        }
        return found;
    }

    private static Optional<String> fingerprint(String run, String configuration) {
        try {
            return Optional.of(Experiment.parse(configuration, List.of()).fingerprint());
        } catch (UserError e) {
            LOG.info("{} was made with keys that are not known any more, so it is not one of this sweep's: {}", run, e.getMessage());
            return Optional.empty();
        }
    }

    /** Waits for so many slots; false if the sweep was cancelled. Who wants more than there are gets them when all are free, and is told by the run why it cannot be. */
    private synchronized boolean acquire(int slots) throws InterruptedException {
        while (cancelled == null && active > 0 && (active >= parallel || freeSlots < slots)) {
            wait();
        }
        if (cancelled != null) {
            return false;
        }
        freeSlots -= slots;
        active++;
        return true;
    }

    private synchronized void release(int slots) {
        freeSlots += slots;
        active--;
        notifyAll();
    }

    private void end(Outcome outcome) {
        synchronized (this) {
            outcomes.add(outcome);
        }
        listener.ended(outcome);
    }

    private Outcome run(int number, Sweep.Member member) {
        listener.began(number, member.label(), false);
        String path = null;
        try (ClusterRun run = ClusterRun.plan(session, member.experiment().with("results.path=" + resultsPath), heard(number, member.label()))) {
            path = run.resultsPath();
            add(run);
            try {
                Summary summary = run.execute();
                String failure = summary.status().equals("finished") ? null : firstFailure(summary, run.roster());
                return new Outcome(number, member.label(), summary, path, failure, false);
            } finally {
                remove(run);
            }
        } catch (RunFailed | UserError e) {
            return new Outcome(number, member.label(), null, path, e.getMessage(), false);
        } catch (InterruptedException | RuntimeException | LinkageError | OutOfMemoryError e) {
            LOG.error("{} failed", member.label(), e);
            return new Outcome(number, member.label(), null, path, e.toString(), false);
        }
    }

    private static String firstFailure(Summary summary, Roster roster) {
        String count = summary.nodes() - summary.nodesFinished() + " of " + summary.nodes() + " nodes did not finish";
        return roster.failures().isEmpty() ? count : count + "; first node " + roster.failures().get(0).node() + ": " + roster.failures().get(0).error();
    }

    private RunListener heard(int number, String label) {
        return new RunListener() {
            @Override
            public void say(String message) {
                LOG.debug("{}: {}", label, message);
            }

            @Override
            public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
                listener.progress(number, label, progress, rounds, secondsSinceStart);
            }
        };
    }

    private void add(ClusterRun run) {
        String reason;
        synchronized (this) {
            running.add(run);
            reason = cancelled;
        }
        if (reason != null) {
            run.cancel(reason);
        }
    }

    private synchronized void remove(ClusterRun run) {
        running.remove(run);
    }

    /** Ends what is running, and starts nothing any more; {@link #run} then returns with what there is. */
    public void cancel(String reason) {
        List<ClusterRun> now;
        synchronized (this) {
            cancelled = reason;
            now = List.copyOf(running);
            notifyAll();
        }
        now.forEach(run -> run.cancel(reason));
    }
}
