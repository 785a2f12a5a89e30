package io.starling.spark;

import io.starling.communication.CommunicationKeys;
import io.starling.communication.Deadline;
import io.starling.communication.Transport;
import io.starling.communication.Transports;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import io.starling.dataset.partition.Partitioner;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFormat;
import io.starling.graph.generate.DCliques;
import io.starling.graph.generate.LabelHistograms;
import io.starling.mapping.Mapping;
import io.starling.metrics.FailureRecord;
import io.starling.model.Model;
import io.starling.node.Checkpoints;
import io.starling.node.EvaluationKeys;
import io.starling.node.Lateness;
import io.starling.node.Node;
import io.starling.node.RunKeys;
import io.starling.sharing.Sharings;
import io.starling.sharing.robust.Attack;
import io.starling.spark.RunSpec.EvaluationSets;
import io.starling.spark.checkpoint.CheckpointFolder;
import io.starling.spark.data.DatasetParts;
import io.starling.spark.data.DatasetSource;
import io.starling.spark.data.NodeData;
import io.starling.spark.data.NodeData.SampleKey;
import io.starling.spark.data.UserErrors;
import io.starling.spark.evaluation.AveragedEvaluation;
import io.starling.spark.evaluation.SnapshotFolder;
import io.starling.spark.graph.GraphFiles;
import io.starling.spark.graph.GraphTable;
import io.starling.spark.rendezvous.Rendezvous;
import io.starling.spark.rendezvous.RendezvousFailed;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import io.starling.spark.results.ResultsFolder;
import io.starling.spark.results.ResultsWriter;
import io.starling.spark.results.RunRecord;
import io.starling.spark.results.Summary;
import io.starling.training.LocalTraining;
import io.starling.training.Optimizer;
import io.starling.training.TrainingKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.rdd.ReliableCheckpointRDD;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * One run on a Spark cluster, seen from the driver.
 *
 * <p>{@link #plan} checks everything that can be checked before a task starts; {@link #execute} runs all nodes to their end and
 * leaves the results. The Spark session is the caller's and stays open; a second run in the same session is like the first.
 *
 * <pre>
 * plan:    modules → slots → data set → partition → results folder
 * execute: rendezvous → one task a node → registered → links open → rounds → goodbye → results compacted
 * </pre>
 */
public final class ClusterRun implements AutoCloseable {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(70);
    private static final Duration UNREACHABLE_GRACE = Duration.ofSeconds(5);
    private static final Duration CANCEL_GRACE = Duration.ofSeconds(5);
    /** Who cancels is promised an end within ten seconds, grace included. */
    private static final Duration CANCELLED_LEAVE_TIMEOUT = Duration.ofSeconds(3);
    private static final long PROGRESS_MILLIS = 250;
    private static final String WITHOUT_A_WORD = "its task ended without a word";

    private final SparkSession session;
    private final JavaSparkContext spark;
    private final Experiment experiment;
    private final RunListener listener;
    private final int nodes;
    private final String runId;
    private final Transport.Membership membership;
    private final Roster roster;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final Cluster cluster;
    private final Map<String, String> graphFiles = new TreeMap<>();
    private final Model model;
    private final DatasetParts dataset;
    private final NodeData data;
    private final ResultsFolder folder;
    private final int roundsBefore;
    private volatile String cancelled;
    private volatile int meetingPort;

    private ClusterRun(SparkSession session, Experiment given, RunListener listener, String resumed) throws InterruptedException {
        this.session = session;
        experiment = withModelFiles(given);
        this.listener = listener;
        spark = new JavaSparkContext(session.sparkContext());
        nodes = experiment.get(RunKeys.NODES);
        long seed = experiment.get(RunKeys.SEED);
        roster = new Roster(nodes);
        SparkEncryption.check(session.sparkContext().getConf(), experiment, listener::say);
        membership = Transport.Membership.create(experiment.get(CommunicationKeys.TLS).equals(CommunicationKeys.TLS_ON));
        runId = resumed != null ? resumed : experiment.get(RunKeys.NAME) + "-" + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC).format(started)
            + "-" + HexFormat.of().toHexDigits((short) new SecureRandom().nextInt());
        experiment.checkOverrides(nodes);
        experiment.get(RunKeys.ROUNDS);
        EvaluationKeys.check(experiment, nodes);
        boolean graphFromLabels = DCliques.isFromData(experiment);
        Topology topology = graphFromLabels ? null : topology();
        Topologies.weights(experiment);
        checkModules();
        cluster = new Cluster(session.sparkContext());
        cluster.requireSlots(nodes, experiment.get(SparkKeys.SLOTS_TIMEOUT), listener::say);
        Partitioner partitioner = module(Partitioner.Factory.class, RunKeys.PARTITIONER, experiment).create(experiment, this::open);
        DatasetSource source = UserErrors.unwrapped(() -> module(DatasetSource.Factory.class, SparkKeys.DATASET, experiment).open(spark, experiment));
        model = module(Model.Factory.class, RunKeys.MODEL, experiment).create(experiment, source.format().shape());
        if (!graphFromLabels) {
            checkNodes(topology, source.format().shape());
        }
        if (session.sparkContext().isLocal()) {
            // The one executor of a local master is this JVM, so what its listener needs can be tried here.
            transport(driverHost()).close();
        }
        listener.say("dividing the data set among " + nodes + " nodes");
        dataset = UserErrors.unwrapped(() -> DatasetParts.of(source, experiment));
        data = UserErrors.unwrapped(() -> NodeData.divide(dataset.train(), dataset.format().shape(), partitioner, nodes, seed));
        if (graphFromLabels) {
            graphFiles.put(DCliques.FROM_DATA, LabelHistograms.text(data.labelsByNode()));
            checkNodes(topology(), source.format().shape());
        }
        if (resumed == null) {
            folder = ResultsFolder.create(experiment.get(SparkKeys.RESULTS), runId, hadoop());
            roundsBefore = 0;
        } else {
            Resumption resumption = Resumption.of(session, experiment, runId);
            folder = resumption.folder();
            roundsBefore = resumption.rounds();
            listener.say("run " + runId + " goes on after " + roundsBefore + " rounds");
        }
    }

    /**
     * Checks and prepares a run.
     *
     * @throws UserError if something the user gave cannot be used; nothing has been started or written then
     */
    public static ClusterRun plan(SparkSession session, Experiment experiment, RunListener listener) throws InterruptedException {
        return new ClusterRun(session, experiment, listener, null);
    }

    /**
     * Checks and prepares the continuation of a run whose driver died, or that was cancelled, from its nodes' checkpoints. A synchronous run
     * then gives the same numbers as if nothing had happened.
     */
    public static ClusterRun resume(SparkSession session, Experiment experiment, RunListener listener, String runId) throws InterruptedException {
        return new ClusterRun(session, experiment, listener, runId);
    }

    /** How many nodes a session can run at the same time. */
    public static int slots(SparkSession session) {
        return new Cluster(session.sparkContext()).slots();
    }

    /** Executors may not have the files that a model is made from. */
    private Experiment withModelFiles(Experiment given) {
        return given.with(module(Model.Factory.class, RunKeys.MODEL, given).fileTexts(given, this::text));
    }

    private String text(String file) {
        try (InputStream in = open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkModules() {
        Node.Factory role = module(Node.Factory.class, RunKeys.ROLE, experiment);
        role.check(experiment);
        if (experiment.get(Checkpoints.EVERY) > 0 && !role.keepsCheckpoints()) {
            throw new UserError("checkpoint.every = " + experiment.get(Checkpoints.EVERY) + ": nodes with node.role = " + role.name() + " keep no checkpoints; set it to 0.");
        }
        module(Mapping.Factory.class, RunKeys.MAPPING, experiment);
        module(Transport.Factory.class, CommunicationKeys.KIND, experiment);
    }

    /** What may differ from node to node. */
    private void checkNodes(Topology topology, SampleShape shape) {
        for (int node = 0; node < nodes; node++) {
            Settings own = experiment.forNode(node);
            Sharings.check(own, topology, model);
            Lateness.check(own);
            Attack.check(own, shape);
            module(Optimizer.Factory.class, TrainingKeys.OPTIMIZER, own);
            LocalTraining.check(own);
        }
    }

    private static <F extends io.starling.config.ModuleFactory> F module(Class<F> kind, io.starling.config.Key<String> key, Settings settings) {
        return Modules.find(kind, key, settings.get(key));
    }

    private Transport transport(String host) {
        return Transports.create(experiment, membership, host);
    }

    /** Who sends to whom, a new object each time. */
    public Topology topology() {
        return Topologies.create(experiment, nodes, experiment.get(RunKeys.SEED), this::readGraph);
    }

    private Configuration hadoop() {
        return session.sparkContext().hadoopConfiguration();
    }

    /** A topology file from any Hadoop file system; kept for the executors. */
    private String readGraph(String file) {
        return graphFiles.computeIfAbsent(file, f -> GraphFormat.isTable(f) ? GraphTable.read(session, f) : GraphFiles.text(f, hadoop()));
    }

    private InputStream open(String file) throws IOException {
        Path path = new Path(file);
        return path.getFileSystem(hadoop()).open(path);
    }

    public String runId() {
        return runId;
    }

    public String resultsPath() {
        return folder.path().toString();
    }

    /** Where executors find the driver; 0 as long as they cannot. */
    int meetingPort() {
        return meetingPort;
    }

    /** How far the nodes are. */
    public Roster roster() {
        return roster;
    }

    /**
     * Runs all nodes to their end.
     *
     * @return what the run came to; {@link Roster#failures} of {@link #roster} says which nodes did not finish, if any
     * @throws RunFailed if the nodes could not be brought together; results so far stay
     */
    public Summary execute() throws RunFailed, InterruptedException {
        ResultsWriter writer = new ResultsWriter(folder, runId, "driver");
        writer.add(ResultTable.RUNS, record("running", 0));
        labelCounts(writer);
        String failure = null;
        Broadcast<EvaluationSets> sets = spark.broadcast(new EvaluationSets(dataset.test(), dataset.validation()));
        try (Rendezvous meeting = new Rendezvous(bindAddress(), membership, roster); AveragedEvaluation averaged = averaged(writer);
                DriverService service = service(writer)) {
            CompletableFuture<List<Boolean>> job = launch(meeting, sets);
            try {
                meet(meeting, service);
                if (averaged != null) {
                    averaged.start();
                }
                follow(meeting, job);
            } catch (RendezvousFailed e) {
                failure = e.getMessage();
                end(meeting, job, failure);
            }
            roster.awaitLeft(Deadline.after(cancelled == null ? LEAVE_TIMEOUT : CANCELLED_LEAVE_TIMEOUT));
            refused(writer, meeting.refusals());
            // Nobody waits for the models of nodes that are gone.
            roster.abandon(failure == null ? WITHOUT_A_WORD : failure);
            if (averaged != null) {
                averaged.finish();
            }
        } catch (ExecutionException e) {
            failure = firstCause(e.getCause());
        } catch (IOException e) {
            failure = "the folder for snapshots of models cannot be used: " + e.getMessage();
        } finally {
            sets.destroy();
        }
        roster.abandon(failure == null ? WITHOUT_A_WORD : failure);
        return finish(writer, failure);
    }

    private void labelCounts(ResultsWriter writer) {
        for (NodeData.LabelCount count : data.labelCounts()) {
            writer.add(ResultTable.LABELS, count);
        }
    }

    /** Null if the experiment does not ask for it. */
    private AveragedEvaluation averaged(ResultsWriter writer) throws IOException {
        return AveragedEvaluation.isWanted(experiment)
            ? new AveragedEvaluation(experiment, model, dataset, roster, new SnapshotFolder(folder.path().toString(), hadoop()), writer) : null;
    }

    /** Starts the one Spark job whose tasks are the nodes; completes when all tasks have ended. */
    private CompletableFuture<List<Boolean>> launch(Rendezvous meeting, Broadcast<EvaluationSets> sets) {
        meetingPort = meeting.port();
        RunSpec spec = new RunSpec(runId, membership, driverHost(), meeting.port(), experiment.toJson(), graphFiles, dataset.format(), sets,
            folder.path().toString(), new SerializableConfiguration(hadoop()), roundsBefore);
        Mapping mapping = module(Mapping.Factory.class, RunKeys.MAPPING, experiment).create(experiment);
        ClassTag<Tuple2<SampleKey, Sample>> tag = ClassTag$.MODULE$.apply(Tuple2.class);
        RDD<Tuple2<SampleKey, Sample>> moved = data.samples().repartitionAndSortWithinPartitions(new NodePartitioner(nodes)).rdd();
        // Nodes that are to come back after a loss need their samples again, which would be lost with the executor, too.
        boolean durable = experiment.get(Checkpoints.EVERY) > 0;
        CompletableFuture<List<Boolean>> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                spark.setJobGroup(runId, "starling " + runId, true);
                RDD<Tuple2<SampleKey, Sample>> kept = durable ? written(moved, tag) : moved;
                RDD<Tuple2<SampleKey, Sample>> pinned = new PinnedRdd<>(kept, tag, cluster.locations(mapping, nodes), durable);
                ended.complete(tasks(pinned, tag, new NodeTask(spec)).collect());
            } catch (Throwable e) {
                ended.completeExceptionally(e);
                roster.stop(firstCause(e));
            }
        }, "starling-job");
        thread.setDaemon(true);
        thread.start();
        return ended;
    }

    /** The same samples, read from files that outlive executors. */
    private RDD<Tuple2<SampleKey, Sample>> written(RDD<Tuple2<SampleKey, Sample>> samples, ClassTag<Tuple2<SampleKey, Sample>> tag) throws IOException {
        // A run that is resumed has left some.
        nodeSamples().getFileSystem(hadoop()).delete(nodeSamples(), true);
        return ReliableCheckpointRDD.writeRDDToCheckpointDirectory(samples, nodeSamples().toString(), -1, tag);
    }

    private JavaRDD<Boolean> tasks(RDD<Tuple2<SampleKey, Sample>> pinned, ClassTag<Tuple2<SampleKey, Sample>> tag, NodeTask task) {
        if (experiment.get(SparkKeys.LAUNCH).equals("tasks")) {
            return JavaRDD.fromRDD(pinned, tag).mapPartitionsWithIndex(task, true);
        }
        ClassTag<Boolean> result = ClassTag$.MODULE$.apply(Boolean.class);
        return JavaRDD.fromRDD(pinned.barrier().mapPartitionsWithIndex(new NodeTask.InScala(task), true, result), result);
    }

    private Path nodeSamples() {
        return new Path(folder.path(), "samples");
    }

    /** What served for coming back. Checkpoints stay if the run may yet be resumed. */
    private void tidy(boolean finished) {
        try {
            nodeSamples().getFileSystem(hadoop()).delete(nodeSamples(), true);
            if (finished) {
                new CheckpointFolder(folder.path().toString(), hadoop()).delete();
            }
        } catch (IOException e) {
            listener.say("some files in " + folder.path() + " could not be deleted: " + e.getMessage());
        }
    }

    /** Null if the nodes' role has none. */
    private DriverService service(ResultsWriter writer) {
        return module(Node.Factory.class, RunKeys.ROLE, experiment).service().map(role -> {
            Topology topology = topology();
            return new DriverService(transport(driverHost()), roster, writer, communication -> role.apply(new Node.Context(Node.SERVICE, 0, nodes,
                experiment.get(RunKeys.SEED), experiment, null, null, null, topology, Topologies.weights(experiment), communication, null, writer)));
        }).orElse(null);
    }

    private void meet(Rendezvous meeting, DriverService service) throws InterruptedException, RendezvousFailed {
        Deadline deadline = Deadline.after(experiment.get(SparkKeys.START_TIMEOUT));
        listener.say("waiting for " + nodes + " nodes to register");
        roster.await(Roster.Stage.REGISTERED, deadline, listener::say);
        if (service != null) {
            roster.addService(service.address());
            service.start();
        }
        meeting.sendAddresses();
        // Nodes give up by their own clocks, and then say whom they could not reach, and why.
        roster.await(Roster.Stage.READY, Deadline.after(experiment.get(SparkKeys.START_TIMEOUT).plus(UNREACHABLE_GRACE)), listener::say);
        listener.say("all links are open, " + experiment.get(RunKeys.ROUNDS) + " rounds begin");
        meeting.start();
    }

    private void follow(Rendezvous meeting, CompletableFuture<List<Boolean>> job) throws InterruptedException, ExecutionException {
        long began = System.nanoTime();
        int rounds = experiment.get(RunKeys.ROUNDS);
        int every = experiment.get(Checkpoints.EVERY);
        int outdated = 0;
        boolean over = false;
        while (!over) {
            try {
                job.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
                over = true;
            } catch (TimeoutException e) {
                if (cancelled != null) {
                    end(meeting, job, cancelled);
                    over = true;
                }
            }
            listener.progress(roster.progress(), rounds, (System.nanoTime() - began) / 1e9);
            // What all have done all have kept, but maybe not the last of it yet.
            int needed = every == 0 ? 0 : (roster.roundsDoneByAll() / every - 1) * every;
            if (needed > outdated) {
                outdated = needed;
                meeting.sendOutdated(outdated);
            }
        }
    }

    /** Tells the nodes to give up, and has Spark end those that do not. */
    private void end(Rendezvous meeting, CompletableFuture<List<Boolean>> job, String reason) throws InterruptedException {
        meeting.stop(reason);
        try {
            job.get(CANCEL_GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            spark.sc().cancelJobGroup(runId);
        }
    }

    /** Ends the run early, from any thread; {@link #execute} then returns with what there is. */
    public void cancel(String reason) {
        cancelled = reason;
        roster.stop(reason);
    }

    private Summary finish(ResultsWriter writer, String failure) throws RunFailed {
        for (Roster.Failure f : roster.failures()) {
            writer.failure(new FailureRecord(f.node(), f.incarnation(), f.round(), "failed", -1, 0, f.error()));
        }
        for (Roster.Recovery r : roster.recoveries()) {
            writer.failure(new FailureRecord(r.failure().node(), r.failure().incarnation(), r.failure().round(), "lost", -1, 0,
                r.failure().error() + "; it came back in round " + r.round()));
        }
        for (Roster.Executor executor : roster.executors()) {
            refused(writer, executor.refusals());
            if (executor.resultsDropped() > 0) {
                writer.failure(new FailureRecord(-1, 0, -1, "dropped", -1, 0, executor.resultsDropped() + " rows of results"));
            }
        }
        int finished = roster.count(Roster.Stage.DONE);
        writer.add(ResultTable.RUNS, record(finished == nodes ? "finished" : finished > 0 ? "degraded" : "failed", finished));
        writer.close();
        tidy(finished == nodes);
        listener.written();
        if (cancelled != null) {
            // Who cancels does not want to wait, and may be taking Spark away at this moment; the JSON lines are as good.
            throw new RunFailed(cancelled);
        }
        try {
            Results.compact(session, folder);
        } catch (IOException | RuntimeException e) {
            throw new RunFailed("The results could not be turned into Parquet; they stay as JSON lines in " + folder.path() + "/live: " + e.getMessage());
        }
        if (failure != null) {
            throw new RunFailed(failure);
        }
        if (finished == 0) {
            throw new RunFailed("no node finished. The first failure was " + roster.failures().get(0));
        }
        return Summary.of(Results.open(session, List.of(folder.path().toString()))).get(0);
    }

    private static void refused(ResultsWriter writer, Map<String, Long> refusals) {
        refusals.forEach((reason, count) -> writer.failure(new FailureRecord(-1, 0, -1, "refused", -1, 0, count + " × " + reason)));
    }

    private RunRecord record(String status, int finished) {
        Version version = Version.current();
        double wall = (System.nanoTime() - startNanos) / 1e9;
        List<Roster.Executor> executors = roster.executors();
        return new RunRecord(experiment.get(RunKeys.NAME), status, started.toString(), status.equals("running") ? null : Instant.now().toString(),
            nodes, experiment.get(RunKeys.ROUNDS), experiment.get(RunKeys.SEED), finished, executors.size(), wall,
            executors.stream().mapToDouble(Roster.Executor::cpuSeconds).sum(),
            executors.stream().mapToLong(Roster.Executor::peakHeapBytes).max().orElse(0), model.parameterCount(), experiment.toJson(),
            version.version(), version.gitId(), session.version(), session.sparkContext().master(), Runtime.version().toString(),
            System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " cores");
    }

    private String driverHost() {
        return session.sparkContext().getConf().get("spark.driver.host");
    }

    private String bindAddress() {
        SparkConf conf = session.sparkContext().getConf();
        return conf.get("spark.driver.bindAddress", driverHost());
    }

    /** What a task threw first, without Spark's wrapping. */
    static String firstCause(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage().lines().findFirst().orElse(cause.toString());
    }

    @Override
    public void close() {
        cancel("the run was closed");
    }
}
