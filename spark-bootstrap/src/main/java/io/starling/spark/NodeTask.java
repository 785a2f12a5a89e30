package io.starling.spark;

import io.starling.communication.Address;
import io.starling.communication.Communication;
import io.starling.communication.Deadline;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.Samples;
import io.starling.metrics.Metrics;
import io.starling.node.Checkpoints;
import io.starling.node.Node;
import io.starling.node.RunKeys;
import io.starling.sharing.Sharings;
import io.starling.sharing.robust.Attack;
import io.starling.spark.data.NodeData.SampleKey;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction2;

/**
 * The long-running Spark task that is one DL node: bind, register, open links, run all rounds, say goodbye.
 *
 * <p>A node that fails reports it and ends its task in peace: the others go on without it, and Spark must not start it again.
 * A node that was lost with its executor is started again by Spark, as a higher incarnation: with {@code checkpoint.every} it takes its last
 * checkpoint and goes on in the round in which the others are; without, it stays lost.
 */
final class NodeTask implements Function2<Integer, Iterator<Tuple2<SampleKey, Sample>>, Iterator<Boolean>> {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(NodeTask.class);
    private static final Duration GOODBYE = Duration.ofSeconds(10);
    /** Spark counts a task's attempts anew with every attempt of its stage. */
    private static final int STAGE_ATTEMPT = 1000;

    private final RunSpec spec;

    NodeTask(RunSpec spec) {
        this.spec = spec;
    }

    /** Yields whether the node finished. */
    @Override
    public Iterator<Boolean> call(Integer node, Iterator<Tuple2<SampleKey, Sample>> samples) throws Exception {
        int incarnation = TaskContext.get().stageAttemptNumber() * STAGE_ATTEMPT + TaskContext.get().attemptNumber();
        ExecutorRun run = ExecutorRun.acquire(spec);
        Thread.currentThread().setName("node " + node);
        NodeProgress progress = new NodeProgress(node, run.rendezvous());
        try {
            run.enter();
            requireReturnable(node, incarnation, run.experiment());
            live(node, incarnation, run, pack(samples), progress);
            run.rendezvous().done(node, incarnation);
            return List.of(true).iterator();
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            List<String> lines = run.log().lines();
            if (run.rendezvous().stopReason() == null) {
                LOG.error("node {} failed after {} rounds", node, progress.rounds(), e);
            }
            run.rendezvous().failed(node, incarnation, progress.rounds(), e, lines);
            return List.of(false).iterator();
        } finally {
            run.exit();
            run.release();
        }
    }

    private static void requireReturnable(int node, int incarnation, Experiment experiment) {
        if (incarnation == 0) {
            return;
        }
        if (experiment.get(SparkKeys.LAUNCH).equals("barrier")) {
            throw new IllegalStateException("a node was lost, and with spark.launch = barrier nodes live and die together");
        }
        if (experiment.get(Checkpoints.EVERY) == 0) {
            throw new IllegalStateException("the node was lost with its executor; with checkpoint.every it would have come back");
        }
        if (Sharings.sendsDifferences(experiment.forNode(node))) {
            throw new IllegalStateException("the node was lost with its executor, and cannot come back: its neighbours send differences to models that it does not know");
        }
    }

    private Samples pack(Iterator<Tuple2<SampleKey, Sample>> samples) {
        List<Sample> own = new ArrayList<>();
        samples.forEachRemaining(sample -> own.add(sample._2));
        return spec.format().pack(own);
    }

    private void live(int node, int incarnation, ExecutorRun run, Samples train, NodeProgress progress) throws Exception {
        Deadline start = Deadline.after(run.experiment().get(SparkKeys.START_TIMEOUT));
        Communication communication = run.transport().open(node, incarnation, run.rendezvous());
        try {
            Settings settings = run.experiment().forNode(node);
            Node.Factory role = Modules.find(Node.Factory.class, RunKeys.ROLE, settings.get(RunKeys.ROLE));
            Address own = new Address(node, incarnation, run.transport().host(), run.transport().port());
            Checkpoints checkpoints = incarnation == 0 ? begin(own, run, role, communication, start) : rejoin(own, run, start);
            Metrics metrics = run.results().and(progress);
            role.create(new Node.Context(
                node, incarnation, run.topology().nodes(), settings.get(RunKeys.SEED), settings, run.model(), Attack.samples(settings, train),
                run.evaluation().test(), run.topology(), run.weights(), communication, run.slots(), metrics, run.evaluation().validation(), run.snapshots(), checkpoints)).run();
            communication.close(Deadline.after(GOODBYE));
        } finally {
            communication.close();
        }
    }

    /** With all others, once all links are open. */
    private static Checkpoints begin(Address own, ExecutorRun run, Node.Factory role, Communication communication, Deadline start) throws Exception {
        run.rendezvous().register(own);
        run.rendezvous().awaitAddresses(start);
        // Whom a node cannot reach, and why, should be said before the driver gives up.
        Deadline links = Deadline.after(Duration.ofMillis(start.remainingMillis() * 4 / 5));
        Map<Integer, String> unreachable = communication.connect(role.firstPeers(own.node(), run.topology()), links);
        run.rendezvous().ready(own.node(), own.incarnation(), unreachable);
        run.rendezvous().awaitStart(start);
        return run.checkpoints(own.node());
    }

    /** Alone, in the round in which the others are; links open as they are needed. */
    private static Checkpoints rejoin(Address own, ExecutorRun run, Deadline start) throws Exception {
        int round = run.rendezvous().rejoin(own, start);
        if (round < 0) {
            throw new IllegalStateException("node " + own.node() + " was restarted, but is not missed");
        }
        return run.checkpointsForRejoining(own.node(), round);
    }

    /** The same for Spark's barrier stages, which know Scala's functions only. */
    static final class InScala extends AbstractFunction2<Object, scala.collection.Iterator<Tuple2<SampleKey, Sample>>, scala.collection.Iterator<Boolean>>
            implements Serializable {
        private static final long serialVersionUID = 1;

        private final NodeTask task;

        InScala(NodeTask task) {
            this.task = task;
        }

        @Override
        public scala.collection.Iterator<Boolean> apply(Object node, scala.collection.Iterator<Tuple2<SampleKey, Sample>> samples) {
            try {
                return JavaConverters.asScalaIterator(task.call((Integer) node, JavaConverters.asJavaIterator(samples)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
