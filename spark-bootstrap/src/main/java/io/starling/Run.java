package io.starling;

import io.starling.communication.Deadline;
import io.starling.config.Experiment;
import io.starling.node.RunKeys;
import io.starling.spark.ClusterRun;
import io.starling.spark.ProgressText;
import io.starling.spark.RunFailed;
import io.starling.spark.RunListener;
import io.starling.spark.live.RunPage;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run that goes on while the caller does something else. Safe for use by many threads.
 *
 * <p>Closing it cancels it, unless it is over. Forgetting it does no harm: it runs to its end.
 */
public final class Run implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(10);

    /** Where a run is. */
    public enum State {
        /** Nodes are being started and open their links. */
        STARTING,
        RUNNING,
        /** Every node did all its rounds. */
        FINISHED,
        /** Some nodes did, others failed. */
        DEGRADED,
        FAILED,
        CANCELLED;

        public boolean isOver() {
            return compareTo(RUNNING) > 0;
        }
    }

    /**
     * How far a run is; as a string, one line for people.
     *
     * @param round           mean over the nodes of the rounds done
     * @param accuracyPercent mean over the nodes' last evaluations; NaN before the first; likewise testLoss
     * @param seconds         since the first round began
     * @param message         what was said last: a stage, or who is waited for
     */
    public record Progress(State state, double round, int rounds, double accuracyPercent, double testLoss, long bytesSent, int nodesFailed, double seconds,
            String message, String line) {
        @Override
        public String toString() {
            return state == State.STARTING ? "starting: " + message : state == State.RUNNING ? line : state.name().toLowerCase(java.util.Locale.ROOT) + ": " + line;
        }
    }

    private final SparkSession spark;
    private final int rounds;
    private final RunPage page;
    private final ClusterRun run;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile State state = State.STARTING;
    private volatile String message = "";
    private volatile double seconds;
    private volatile boolean cancelled;
    private volatile Summary summary;
    private volatile RunFailed failure;

    private Run(SparkSession spark, Experiment experiment) throws InterruptedException {
        this.spark = spark;
        rounds = experiment.get(RunKeys.ROUNDS);
        page = RunPage.open(experiment);
        try {
            run = ClusterRun.plan(spark, experiment, new Told().and(page));
        } catch (InterruptedException | RuntimeException e) {
            page.close();
            throw e;
        }
        page.show(run, spark.sparkContext().hadoopConfiguration());
    }

    static Run start(SparkSession spark, Experiment experiment) throws InterruptedException {
        Run run = new Run(spark, experiment);
        Thread thread = new Thread(run::execute, "starling-run");
        thread.setDaemon(true);
        thread.start();
        return run;
    }

    private final class Told implements RunListener {
        @Override
        public void say(String said) {
            message = said;
            LOG.info(said);
        }

        @Override
        public void progress(Roster.Progress progress, int ofRounds, double secondsSinceStart) {
            state = State.RUNNING;
            seconds = secondsSinceStart;
        }
    }

    private void execute() {
        try (ClusterRun closing = run; page) {
            summary = closing.execute();
            state = summary.status().equals("finished") ? State.FINISHED : summary.status().equals("degraded") ? State.DEGRADED : State.FAILED;
        } catch (RunFailed e) {
            failure = e;
        } catch (InterruptedException | RuntimeException | LinkageError | OutOfMemoryError e) {
            LOG.error("run {} failed", id(), e);
            failure = new RunFailed(e.toString());
        } finally {
            if (failure != null) {
                state = cancelled ? State.CANCELLED : State.FAILED;
                message = failure.getMessage();
            }
            over.countDown();
        }
    }

    /** The run's name in the results. */
    public String id() {
        return run.runId();
    }

    /** The folder with this run's tables. */
    public String resultsPath() {
        return run.resultsPath();
    }

    /** The address of the page that shows this run while it goes on; empty with {@code ui.enabled = false}. */
    public Optional<String> url() {
        return page.url();
    }

    public State state() {
        return state;
    }

    public boolean isOver() {
        return over.getCount() == 0;
    }

    /** How far it is, at this moment; costs nothing. */
    public Progress progress() {
        Roster.Progress p = run.roster().progress();
        return new Progress(state, p.meanRounds(), rounds, p.accuracyPercent(), p.testLoss(), p.bytesSent(), p.failed(), seconds, message,
            ProgressText.line(p, rounds, seconds));
    }

    /**
     * Waits for the end.
     *
     * @return what the run came to, also if some nodes failed ({@link State#DEGRADED})
     * @throws RunFailed        if no node finished, or the run was cancelled; results so far stay
     * @throws TimeoutException if it is not over in time; it goes on
     */
    public Summary await(Duration timeout) throws RunFailed, TimeoutException, InterruptedException {
        if (!over.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException("Run " + id() + " is not over after " + ProgressText.time(timeout.toSeconds()) + ", it goes on: " + progress());
        }
        if (failure != null) {
            throw new RunFailed("Run " + id() + " " + (cancelled ? "was cancelled" : "failed: " + failure.getMessage()) + ". Results so far: " + resultsPath());
        }
        return summary;
    }

    /**
     * Ends the run early; what its nodes have written stays. Waits for that, ten seconds at most.
     *
     * @return whether it is over
     */
    public boolean cancel() throws InterruptedException {
        if (!isOver()) {
            cancelled = true;
            run.cancel("cancelled");
        }
        return over.await(Deadline.after(CANCEL_TIMEOUT).remainingMillis(), TimeUnit.MILLISECONDS);
    }

    /** A table of this run's results so far, by its name: runs, rounds, evaluations, …; {@code docs/results.md} tells what is in it. */
    public Dataset<Row> table(String name) {
        return results().table(name);
    }

    /** Makes a temporary view of every table, under the table's name, for Spark SQL; call it again to see newer rows. */
    public void createViews() {
        results().createViews();
    }

    /** What the run has come to so far, from its results; empty until the first rows are written. */
    public Optional<Summary> summary() {
        return summary != null ? Optional.of(summary) : Summary.of(results()).stream().findFirst();
    }

    /** This run's results so far. */
    public Results results() {
        return Results.ofRun(spark, resultsPath());
    }

    @Override
    public void close() throws InterruptedException {
        cancel();
    }

    @Override
    public String toString() {
        return id() + ": " + progress();
    }
}
