package io.starling.spark;

import io.starling.communication.Transport;
import io.starling.communication.Transports;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.engine.ComputeSlots;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.model.Model;
import io.starling.node.Checkpoints;
import io.starling.node.RunKeys;
import io.starling.node.Snapshots;
import io.starling.spark.checkpoint.CheckpointFolder;
import io.starling.spark.evaluation.SnapshotFolder;
import io.starling.spark.rendezvous.RendezvousClient;
import io.starling.spark.results.ResultsFolder;
import io.starling.spark.results.ResultsWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkEnv;

/**
 * One executor's share of a run: what its nodes use together. Made by the first of them, closed by the last.
 *
 * <p>Tasks of one executor find each other only through the JVM, so this is the one class with a static map; an entry lives as
 * long as a node of its run is in this JVM.
 */
final class ExecutorRun {
    private static final Map<String, ExecutorRun> PRESENT = new HashMap<>();

    private final RunSpec spec;
    private final Experiment experiment;
    private final RendezvousClient rendezvous;
    private final Transport transport;
    private final ResultsWriter results;
    private final SnapshotFolder snapshots;
    private final CheckpointFolder checkpoints;
    private final NodeLog log;
    private final ComputeSlots slots;
    private final Model model;
    private final Topology topology;
    private final Weights weights;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final double cpuSecondsBefore = cpuSeconds();
    private int users;

    private ExecutorRun(RunSpec spec) throws IOException {
        this.spec = spec;
        experiment = Experiment.parse(spec.configJson(), List.of());
        int nodes = experiment.get(RunKeys.NODES);
        long seed = experiment.get(RunKeys.SEED);
        topology = Topologies.create(experiment, nodes, seed, spec.graphFiles()::get);
        weights = Topologies.weights(experiment);
        model = Modules.find(Model.Factory.class, RunKeys.MODEL, experiment.get(RunKeys.MODEL)).create(experiment, spec.format().shape());
        int wanted = experiment.get(RunKeys.COMPUTE_SLOTS);
        slots = new ComputeSlots(wanted > 0 ? wanted : Runtime.getRuntime().availableProcessors());
        String executor = SparkEnv.get().executorId();
        String host = SparkEnv.get().blockManager().blockManagerId().host();
        rendezvous = new RendezvousClient(spec.driverHost(), spec.driverPort(), spec.membership(), executor);
        try {
            transport = Transports.create(experiment, spec.membership(), host);
        } catch (RuntimeException e) {
            rendezvous.close();
            throw e;
        }
        results = new ResultsWriter(new ResultsFolder(spec.resultsPath(), spec.hadoop().value()), spec.runId(), "executor-" + executor + "-" + Long.toHexString(System.nanoTime()));
        checkpoints = new CheckpointFolder(spec.resultsPath(), spec.hadoop().value(), rendezvous::outdatedRounds, results::flush);
        snapshots = new SnapshotFolder(spec.resultsPath(), spec.hadoop().value());
        log = new NodeLog("starling nodes of " + spec.runId());
        rendezvous.onStop(() -> running.forEach(Thread::interrupt));
    }

    /** The share of this executor in a run; to be released once by each node that acquired it. */
    static ExecutorRun acquire(RunSpec spec) throws IOException {
        synchronized (PRESENT) {
            ExecutorRun run = PRESENT.get(spec.runId());
            if (run == null) {
                run = new ExecutorRun(spec);
                PRESENT.put(spec.runId(), run);
            }
            run.users++;
            return run;
        }
    }

    void release() {
        synchronized (PRESENT) {
            if (--users > 0) {
                return;
            }
            PRESENT.remove(spec.runId());
        }
        log.close();
        transport.close();
        results.close();
        rendezvous.left(cpuSeconds() - cpuSecondsBefore, peakHeapBytes(), results.dropped(), transport.refusals());
        rendezvous.close();
    }

    /** From here on the calling thread is interrupted if the run is stopped. */
    void enter() {
        log.begin();
        running.add(Thread.currentThread());
    }

    void exit() {
        log.end();
        running.remove(Thread.currentThread());
    }

    Experiment experiment() {
        return experiment;
    }

    RendezvousClient rendezvous() {
        return rendezvous;
    }

    Transport transport() {
        return transport;
    }

    ResultsWriter results() {
        return results;
    }

    /** For a node that begins with the run. */
    Checkpoints checkpoints(int node) {
        return checkpoints.resumedAfter(node, spec.rounds(), experiment.get(Checkpoints.EVERY));
    }

    /** For a node that was lost and comes back in this round. */
    Checkpoints checkpointsForRejoining(int node, int round) {
        return checkpoints.rejoining(node, round, experiment.get(Checkpoints.EVERY));
    }

    NodeLog log() {
        return log;
    }

    ComputeSlots slots() {
        return slots;
    }

    Model model() {
        return model;
    }

    Topology topology() {
        return topology;
    }

    Weights weights() {
        return weights;
    }

    RunSpec.EvaluationSets evaluation() {
        return spec.evaluation().value();
    }

    /** Where the nodes leave models for averaging. */
    Snapshots snapshots() {
        return (node, rounds, state) -> {
            snapshots.write(rounds, node, state);
            rendezvous.snapshot(node, rounds);
        };
    }

    private static double cpuSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    private static long peakHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(p -> p.getType() == java.lang.management.MemoryType.HEAP)
            .map(MemoryPoolMXBean::getPeakUsage).mapToLong(java.lang.management.MemoryUsage::getUsed).sum();
    }
}
