package io.starling.spark;

import io.starling.communication.Address;
import io.starling.communication.Communication;
import io.starling.communication.Deadline;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.dataset.Sample;
import io.starling.dataset.Samples;
import io.starling.metrics.Metrics;
import io.starling.node.Node;
import io.starling.node.RunKeys;
import io.starling.spark.data.NodeData.SampleKey;
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

/**
 * The long-running Spark task that is one DL node: bind, register, open links, run all rounds, say goodbye.
 *
 * <p>A node that fails reports it and ends its task in peace: the others go on without it, and Spark must not start it again.
 * A node that comes back because its executor was lost finds that the run has gone on without it.
 */
final class NodeTask implements Function2<Integer, Iterator<Tuple2<SampleKey, Sample>>, Iterator<Boolean>> {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(NodeTask.class);
    private static final Duration GOODBYE = Duration.ofSeconds(10);

    private final RunSpec spec;

    NodeTask(RunSpec spec) {
        this.spec = spec;
    }

    /** Yields whether the node finished. */
    @Override
    public Iterator<Boolean> call(Integer node, Iterator<Tuple2<SampleKey, Sample>> samples) throws Exception {
        // Spark counts a task's attempts anew with every attempt of its stage.
        int incarnation = TaskContext.get().stageAttemptNumber() * 1000 + TaskContext.get().attemptNumber();
        ExecutorRun run = ExecutorRun.acquire(spec);
        Thread.currentThread().setName("node " + node);
        NodeProgress progress = new NodeProgress(node, run.rendezvous());
        try {
            if (incarnation > 0) {
                throw new IllegalStateException("node " + node + " was lost and restarted, but the run has gone on without it");
            }
            run.enter();
            live(node, incarnation, run, pack(samples), progress);
            run.rendezvous().done(node, incarnation);
            return List.of(true).iterator();
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            if (run.rendezvous().stopReason() == null) {
                LOG.error("node {} failed after {} rounds", node, progress.rounds(), e);
            }
            run.rendezvous().failed(node, incarnation, progress.rounds(), e);
            return List.of(false).iterator();
        } finally {
            run.exit();
            run.release();
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
            run.rendezvous().register(new Address(node, incarnation, run.transport().host(), run.transport().port()));
            run.rendezvous().awaitAddresses(start);
            Settings settings = run.experiment().forNode(node);
            Node.Factory role = Modules.find(Node.Factory.class, RunKeys.ROLE, settings.get(RunKeys.ROLE));
            Map<Integer, String> unreachable = communication.connect(role.firstPeers(node, run.topology()), start);
            run.rendezvous().ready(node, incarnation, unreachable);
            run.rendezvous().awaitStart(start);
            Metrics metrics = run.results().and(progress);
            role.create(new Node.Context(
                node, incarnation, run.topology().nodes(), settings.get(RunKeys.SEED), settings, run.model(), train, run.evaluation().test(),
                run.topology(), run.weights(), communication, run.slots(), metrics, run.evaluation().validation(), run.snapshots())).run();
            communication.close(Deadline.after(GOODBYE));
        } finally {
            communication.close();
        }
    }
}
