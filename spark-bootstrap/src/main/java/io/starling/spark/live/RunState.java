package io.starling.spark.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.config.Experiment;
import io.starling.config.Key;
import io.starling.graph.Graph;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.inspect.GraphPicture;
import io.starling.node.RunKeys;
import io.starling.sharing.Sharings;
import io.starling.spark.ClusterRun;
import io.starling.spark.ProgressText;
import io.starling.spark.SparkKeys;
import io.starling.spark.Version;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultsFolder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the page asks for, as JSON: how far the nodes are from the driver's roster, everything else from the live results. */
final class RunState {
    private static final Logger LOG = LoggerFactory.getLogger(RunState.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long REFRESH_NANOS = 900_000_000L;
    private static final int SLOWEST = 8;
    private static final int FAILURES = 60;
    private static final int POINTS = 400;
    private static final int EDGES = 3000;

    private static final Map<String, Key<String>> ABOUT = new LinkedHashMap<>();

    static {
        ABOUT.put("role", RunKeys.ROLE);
        ABOUT.put("topology", GraphKeys.KIND);
        ABOUT.put("model", RunKeys.MODEL);
        ABOUT.put("data", SparkKeys.DATASET);
        ABOUT.put("partitioner", RunKeys.PARTITIONER);
        ABOUT.put("sharing", Sharings.METHOD);
    }

    private final Experiment experiment;
    private volatile String message = "preparing the run";
    private volatile double seconds;
    private ClusterRun run;
    private RunView view;
    private long refreshedNanos;
    private Topology topology;
    private double[][] positions;

    RunState(Experiment experiment) {
        this.experiment = experiment;
    }

    synchronized void show(ClusterRun shown, Configuration hadoop) {
        run = shown;
        try {
            view = new RunView(new ResultsFolder(shown.resultsPath(), hadoop));
        } catch (IOException e) {
            LOG.warn("the page can show progress only, as the results cannot be read: {}", e.toString());
        }
    }

    void say(String said) {
        message = said;
    }

    void seconds(double secondsSinceStart) {
        seconds = secondsSinceStart;
    }

    synchronized void refresh() {
        refreshedNanos = System.nanoTime();
        try {
            if (view != null) {
                view.refresh();
            }
        } catch (IOException e) {
            LOG.debug("live results cannot be read now", e);
        }
    }

    synchronized String json() {
        boolean over = view != null && view.head() != null && view.head().isOver();
        if (!over && System.nanoTime() - refreshedNanos > REFRESH_NANOS) {
            refresh();
        }
        ObjectNode state = JSON.createObjectNode();
        state.put("version", Version.current().toString()).put("name", experiment.get(RunKeys.NAME)).put("rounds", experiment.get(RunKeys.ROUNDS))
            .put("nodes", experiment.get(RunKeys.NODES)).put("seed", experiment.get(RunKeys.SEED)).put("message", message).put("seconds", seconds);
        state.set("about", about());
        if (run == null) {
            return state.put("status", "starting").toString();
        }
        Roster.Progress progress = run.roster().progress();
        state.put("run", run.runId()).put("status", status(progress));
        state.put("line", ProgressText.line(progress, experiment.get(RunKeys.ROUNDS), seconds));
        ObjectNode figures = state.putObject("progress");
        // Those that have failed get no further.
        double round = run.roster().nodes().stream().filter(node -> node.stage() != Roster.Stage.FAILED).mapToInt(Roster.NodeState::rounds).average()
            .orElse(progress.meanRounds());
        figures.put("round", round).put("done", progress.done()).put("failed", progress.failed())
            .put("bytesSent", progress.bytesSent());
        number(figures, "accuracy", progress.accuracyPercent());
        number(figures, "loss", progress.testLoss());
        ArrayNode nodes = state.putArray("states");
        for (Roster.NodeState node : run.roster().nodes()) {
            ArrayNode one = nodes.addArray().add(node.stage().name().toLowerCase(java.util.Locale.ROOT)).add(node.rounds());
            number(one, Double.isNaN(node.accuracyPercent()) ? node.testLoss() : node.accuracyPercent());
        }
        if (view != null) {
            results(state);
        }
        return state.toString();
    }

    private String status(Roster.Progress progress) {
        if (view != null && view.head() != null && view.head().isOver()) {
            return view.head().status();
        }
        return progress.meanRounds() > 0 || progress.done() > 0 ? "running" : "starting";
    }

    /** Names of modules only: a configuration may hold what is nobody's business. */
    private ObjectNode about() {
        ObjectNode about = JSON.createObjectNode();
        ABOUT.forEach((name, key) -> {
            if (experiment.has(key)) {
                about.put(name, experiment.get(key));
            }
        });
        return about;
    }

    private void results(ObjectNode state) {
        state.put("metric", view.accuracy().isEmpty() && !view.rmse().isEmpty() ? "RMSE" : "accuracy");
        points(state.putArray("curve"), view.accuracy().isEmpty() ? view.rmse() : view.accuracy());
        points(state.putArray("averaged"), view.averagedAccuracy());
        points(state.putArray("trainLoss"), view.trainLoss());
        points(state.putArray("testLoss"), view.testLoss());
        ArrayNode slowest = state.putArray("slowest");
        for (RunView.NodePace pace : view.slowest(SLOWEST)) {
            slowest.addObject().put("node", pace.node()).put("rounds", pace.rounds()).put("compute", pace.computeMillis()).put("slotWait", pace.slotWaitMillis())
                .put("communication", pace.communicationMillis()).put("wait", pace.waitMillis());
        }
        ObjectNode counts = state.putObject("failureCounts");
        view.failureCounts().forEach(counts::put);
        ArrayNode failures = state.putArray("failures");
        for (Roster.Failure failure : run.roster().failures().stream().limit(FAILURES).toList()) {
            failure(failures, new RunView.Failure(failure.node(), failure.round(), "failed", -1, failure.error()));
        }
        List<RunView.Failure> others = view.lastFailures();
        for (int i = others.size() - 1; i >= 0 && failures.size() < FAILURES; i--) {
            if (!others.get(i).kind().equals("failed") || others.get(i).node() < 0) {
                failure(failures, others.get(i));
            }
        }
    }

    private static void failure(ArrayNode failures, RunView.Failure failure) {
        failures.addObject().put("node", failure.node()).put("round", failure.round()).put("kind", failure.kind()).put("peer", failure.peer())
            .put("message", failure.message());
    }

    /** Of very many every so many-th, and the last. */
    private static void points(ArrayNode array, List<RunView.Point> points) {
        int step = Math.max(1, (int) Math.ceil(points.size() / (double) POINTS));
        for (int i = 0; i < points.size(); i++) {
            if (i % step == 0 || i == points.size() - 1) {
                RunView.Point p = points.get(i);
                ArrayNode point = array.addArray().add(p.rounds());
                number(point, p.mean());
                number(point, p.std());
                number(point, p.least());
                number(point, p.most());
                point.add(p.nodes());
            }
        }
    }

    private static void number(ArrayNode array, double value) {
        if (Double.isFinite(value)) {
            array.add(value);
        } else {
            array.addNull();
        }
    }

    private static void number(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, value);
        } else {
            object.putNull(name);
        }
    }

    /** Where the nodes are drawn, and who sends to whom in a round. */
    synchronized String topologyJson(int round) {
        ObjectNode json = JSON.createObjectNode();
        if (run == null) {
            return json.toString();
        }
        if (topology == null) {
            topology = run.topology();
            positions = GraphPicture.positions(topology);
        }
        Graph graph = topology.at(topology.isStatic() ? 0 : Math.min(round, experiment.get(RunKeys.ROUNDS) - 1));
        json.put("static", topology.isStatic()).put("directed", !graph.isSymmetric()).put("arcs", graph.arcs());
        ArrayNode places = json.putArray("positions");
        for (double[] position : positions) {
            places.addArray().add(Math.round(position[0] * 1e4) / 1e4).add(Math.round(position[1] * 1e4) / 1e4);
        }
        int edges = graph.isSymmetric() ? graph.arcs() / 2 : graph.arcs();
        int step = Math.max(1, (int) Math.ceil(edges / (double) EDGES));
        ArrayNode shown = json.put("edges", edges).put("step", step).putArray("shown");
        int seen = 0;
        for (int from = 0; from < graph.nodes(); from++) {
            for (int to : graph.targets(from)) {
                if ((!graph.isSymmetric() || from < to) && seen++ % step == 0) {
                    shown.add(from).add(to);
                }
            }
        }
        return json.toString();
    }
}
