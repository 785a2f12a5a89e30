package io.starling.spark.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.starling.metrics.EvaluationRecord;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.LiveRows;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.ResultsFolder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a run's live results say of it: grows with every {@link #refresh}, and stays small however long the run is. Not safe for use by many threads. */
public final class RunView {
    private static final int FAILURES_KEPT = 50;

    /** Mean and spread over the nodes, after some number of rounds. */
    public record Point(int rounds, long nodes, double mean, double std, double least, double most) {
    }

    /**
     * Where a node spent its time: means over its rounds.
     *
     * @param busyMillis of a round in which the node did not wait for others; the largest slow everybody else
     */
    public record NodePace(int node, int rounds, double computeMillis, double slotWaitMillis, double communicationMillis, double waitMillis) {
        public double busyMillis() {
            return computeMillis + slotWaitMillis + communicationMillis;
        }
    }

    /** A row of the table of failures. */
    public record Failure(int node, int round, String kind, int peer, String message) {
    }

    /** What the run itself says. */
    public record Head(String run, String name, String status, Instant started, int nodes, int rounds, long seed, int nodesFinished) {
        public boolean isOver() {
            return !status.equals("running");
        }
    }

    /** A sum that can tell mean, spread and range. */
    private static final class Spread {
        private long count;
        private double sum;
        private double squares;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        void add(double value) {
            count++;
            sum += value;
            squares += value * value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        Point point(int rounds) {
            double mean = sum / count;
            return new Point(rounds, count, mean, Math.sqrt(Math.max(0, squares / count - mean * mean)), least, most);
        }
    }

    private static final class NodeSums {
        private int rounds;
        private int rows;
        private long bytesSent;
        private long elapsedMillis;
        private double compute;
        private double slotWait;
        private double communication;
        private double wait;
        private int evaluatedAfter = -1;
        private double accuracy = Double.NaN;
        private double loss = Double.NaN;
        private boolean failed;
    }

    private final LiveRows rows;
    private final Map<Integer, NodeSums> nodes = new TreeMap<>();
    private final Map<Integer, Spread> accuracy = new TreeMap<>();
    private final Map<Integer, Spread> rmse = new TreeMap<>();
    private final Map<Integer, Spread> testLoss = new TreeMap<>();
    private final Map<Integer, Spread> trainLoss = new TreeMap<>();
    private final Map<Integer, Point> averagedAccuracy = new TreeMap<>();
    private final Map<String, Long> failureCounts = new TreeMap<>();
    private final Deque<Failure> lastFailures = new ArrayDeque<>();
    private Head head;

    public RunView(ResultsFolder folder) {
        rows = new LiveRows(folder, ResultTable.RUNS, ResultTable.ROUNDS, ResultTable.EVALUATIONS, ResultTable.AVERAGES, ResultTable.FAILURES);
    }

    /** Reads what has been written since; returns how many rows. */
    public int refresh() throws IOException {
        return rows.poll(this::take);
    }

    private void take(ResultTable<?> table, JsonNode row) {
        if (table == ResultTable.RUNS) {
            head(row);
        } else if (table == ResultTable.ROUNDS) {
            round(row);
        } else if (table == ResultTable.EVALUATIONS) {
            evaluation(row);
        } else if (table == ResultTable.AVERAGES) {
            if (onTest(row) && row.hasNonNull("accuracy_percent")) {
                double percent = row.get("accuracy_percent").asDouble();
                int after = row.path("rounds").asInt();
                averagedAccuracy.put(after, new Point(after, row.path("models").asLong(), percent, 0, percent, percent));
            }
        } else {
            failure(row);
        }
    }

    private void head(JsonNode row) {
        Head said = new Head(row.path("run").asText(), row.path("name").asText(), row.path("status").asText(), Instant.parse(row.path("started").asText()),
            row.path("nodes").asInt(), row.path("rounds").asInt(), row.path("seed").asLong(), row.path("nodes_finished").asInt());
        // Files of one second may be read in any order; the end counts.
        if (head == null || said.isOver()) {
            head = said;
        }
    }

    private NodeSums node(JsonNode row) {
        return nodes.computeIfAbsent(row.path("node").asInt(), n -> new NodeSums());
    }

    private void round(JsonNode row) {
        NodeSums node = node(row);
        int round = row.path("round").asInt();
        node.rounds = Math.max(node.rounds, round + 1);
        node.rows++;
        node.bytesSent += row.path("payload_sent_bytes").asLong() + row.path("metadata_sent_bytes").asLong() + row.path("framing_sent_bytes").asLong();
        node.elapsedMillis = Math.max(node.elapsedMillis, row.path("elapsed_ms").asLong());
        node.compute += row.path("compute_ms").asDouble();
        node.slotWait += row.path("slot_wait_ms").asDouble();
        node.communication += row.path("communication_ms").asDouble();
        node.wait += row.path("wait_ms").asDouble();
        add(trainLoss, round + 1, row, "train_loss");
    }

    private void evaluation(JsonNode row) {
        if (!onTest(row)) {
            return;
        }
        int after = row.path("rounds").asInt();
        add(accuracy, after, row, "accuracy_percent");
        add(rmse, after, row, "rmse");
        add(testLoss, after, row, "loss");
        NodeSums node = node(row);
        if (after >= node.evaluatedAfter) {
            node.evaluatedAfter = after;
            node.accuracy = row.path("accuracy_percent").asDouble(Double.NaN);
            node.loss = row.path("loss").asDouble(Double.NaN);
        }
    }

    private static boolean onTest(JsonNode row) {
        return row.path("part").asText().equals(EvaluationRecord.TEST);
    }

    private static void add(Map<Integer, Spread> points, int rounds, JsonNode row, String column) {
        if (row.hasNonNull(column)) {
            points.computeIfAbsent(rounds, r -> new Spread()).add(row.get(column).asDouble());
        }
    }

    private void failure(JsonNode row) {
        Failure failure = new Failure(row.path("node").asInt(), row.path("round").asInt(), row.path("kind").asText(), row.path("peer").asInt(-1), row.path("message").asText());
        failureCounts.merge(failure.kind(), 1L, Long::sum);
        lastFailures.addLast(failure);
        if (lastFailures.size() > FAILURES_KEPT) {
            lastFailures.removeFirst();
        }
        if (failure.kind().equals("failed") && failure.node() >= 0) {
            node(row).failed = true;
        }
    }

    /** Null until the run's first row has been read. */
    public Head head() {
        return head;
    }

    /** In the order of rounds; empty where classes are not what is predicted. */
    public List<Point> accuracy() {
        return points(accuracy);
    }

    public List<Point> rmse() {
        return points(rmse);
    }

    public List<Point> testLoss() {
        return points(testLoss);
    }

    public List<Point> trainLoss() {
        return points(trainLoss);
    }

    /** Of the mean of all models, if the experiment evaluates it. */
    public List<Point> averagedAccuracy() {
        return List.copyOf(averagedAccuracy.values());
    }

    private static List<Point> points(Map<Integer, Spread> spreads) {
        return spreads.entrySet().stream().map(e -> e.getValue().point(e.getKey())).toList();
    }

    /** The nodes that keep others waiting, the busiest first. */
    public List<NodePace> slowest(int most) {
        return nodes.entrySet().stream().filter(e -> e.getValue().rows > 0).map(e -> {
            NodeSums sums = e.getValue();
            return new NodePace(e.getKey(), sums.rounds, sums.compute / sums.rows, sums.slotWait / sums.rows, sums.communication / sums.rows, sums.wait / sums.rows);
        }).sorted(Comparator.comparingDouble(NodePace::busyMillis).reversed()).limit(most).toList();
    }

    /** How many failures of which kind. */
    public Map<String, Long> failureCounts() {
        return failureCounts;
    }

    /** The last few, oldest first. */
    public List<Failure> lastFailures() {
        return List.copyOf(lastFailures);
    }

    /** How far the run was when the last rows were written. */
    public Roster.Progress progress() {
        int all = head == null ? nodes.size() : head.nodes();
        int rounds = head == null ? Integer.MAX_VALUE : head.rounds();
        int failed = (int) nodes.values().stream().filter(n -> n.failed).count();
        int done = (int) nodes.values().stream().filter(n -> n.rounds >= rounds && !n.failed).count();
        return new Roster.Progress(all, done, failed, nodes.values().stream().mapToInt(n -> n.rounds).sum() / (double) Math.max(1, all),
            nodes.size() < all ? 0 : nodes.values().stream().mapToInt(n -> n.rounds).min().orElse(0), nodes.values().stream().mapToLong(n -> n.bytesSent).sum(),
            nodes.values().stream().mapToDouble(n -> n.accuracy).filter(Double::isFinite).average().orElse(Double.NaN),
            nodes.values().stream().mapToDouble(n -> n.loss).filter(Double::isFinite).average().orElse(Double.NaN));
    }

    /** Since the first round began, as far as rows tell. */
    public Duration elapsed() {
        return Duration.ofMillis(nodes.values().stream().mapToLong(n -> n.elapsedMillis).max().orElse(0));
    }
}
