package io.starling.spark.rendezvous;

import io.starling.communication.Address;
import io.starling.communication.AddressBook;
import io.starling.communication.Deadline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Who has come how far: the driver's view of its nodes, and so its address book. Safe for use by many threads; knows nothing of sockets.
 */
public final class Roster implements AddressBook {
    /** How far a node has come. The order is the order of a run. */
    public enum Stage {
        AWAITED, REGISTERED, READY, DONE, FAILED
    }

    /**
     * How a node failed.
     *
     * @param executor where it was; null if that is not known
     * @param round    how many rounds it had done
     * @param log      the last lines of its log, if they could be sent
     */
    public record Failure(int node, int incarnation, String executor, int round, String error, List<String> log) {
        /** Whether it ended because the whole run did. */
        public boolean wasStopped() {
            return error.startsWith(STOPPED);
        }

        @Override
        public String toString() {
            return "node " + node + (executor == null ? "" : " on executor " + executor) + " after " + round + " rounds: " + error;
        }
    }

    /** A node that was lost and came back, in a round. */
    public record Recovery(Failure failure, int round) {
    }

    /** What the error of a node begins with that was told to stop. */
    static final String STOPPED = "stopped: ";
    private static final int NAMED_AT_MOST = 12;

    private final Stage[] stages;
    private final Address[] addresses;
    private final Map<Integer, Address> services = new TreeMap<>();
    private final int[] rounds;
    /** The number of rounds at each node's last snapshot. */
    private final int[] snapshots;
    private final long[] bytesSent;
    private final double[] accuracyPercent;
    private final double[] testLoss;
    private final Map<Integer, Map<Integer, String>> unreachable = new TreeMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<Recovery> recoveries = new ArrayList<>();
    private final List<Executor> executors = new ArrayList<>();
    private int present;
    private String stopped;

    /** What an executor said when it left. */
    public record Executor(double cpuSeconds, long peakHeapBytes, long resultsDropped, Map<String, Long> refusals) {
    }

    /**
     * A snapshot for showing progress.
     *
     * @param accuracyPercent mean over the nodes that have evaluated; NaN if none has
     */
    public record Progress(int nodes, int done, int failed, double meanRounds, int leastRounds, long bytesSent, double accuracyPercent, double testLoss) {
    }

    /**
     * How one node is doing.
     *
     * @param accuracyPercent of its last evaluation on the test set; NaN before the first, likewise testLoss
     */
    public record NodeState(int node, Stage stage, int rounds, long bytesSent, double accuracyPercent, double testLoss) {
    }

    public Roster(int nodes) {
        stages = new Stage[nodes];
        Arrays.fill(stages, Stage.AWAITED);
        addresses = new Address[nodes];
        rounds = new int[nodes];
        snapshots = new int[nodes];
        bytesSent = new long[nodes];
        accuracyPercent = new double[nodes];
        testLoss = new double[nodes];
        Arrays.fill(accuracyPercent, Double.NaN);
        Arrays.fill(testLoss, Double.NaN);
    }

    synchronized boolean isNode(int node) {
        return node >= 0 && node < stages.length;
    }

    /** Returns false if the node had registered before. */
    synchronized boolean register(Address address) {
        if (stages[address.node()] != Stage.AWAITED) {
            return false;
        }
        stages[address.node()] = Stage.REGISTERED;
        addresses[address.node()] = address;
        notifyAll();
        return true;
    }

    /**
     * Takes back a node that was lost.
     *
     * @return the round in which the others are, as far as is known; -1 if the node is not to come back
     */
    synchronized int rejoin(Address address) {
        int node = address.node();
        if (stages[node] == Stage.DONE || addresses[node] == null || address.incarnation() <= addresses[node].incarnation()) {
            return -1;
        }
        addresses[node] = address;
        stages[node] = Stage.READY;
        int round = Arrays.stream(rounds).max().orElse(0);
        failures.stream().filter(f -> f.node() == node).toList().forEach(f -> {
            failures.remove(f);
            recoveries.add(new Recovery(f, round));
        });
        notifyAll();
        return round;
    }

    synchronized void ready(int node, Map<Integer, String> unreachablePeers) {
        if (stages[node] == Stage.REGISTERED) {
            stages[node] = Stage.READY;
        }
        if (!unreachablePeers.isEmpty()) {
            unreachable.put(node, new TreeMap<>(unreachablePeers));
        }
        notifyAll();
    }

    synchronized void progress(ControlMessage.Progress p) {
        rounds[p.node()] = Math.max(rounds[p.node()], p.rounds());
        bytesSent[p.node()] = Math.max(bytesSent[p.node()], p.bytesSent());
        if (p.accuracyPercent() != null) {
            accuracyPercent[p.node()] = p.accuracyPercent();
        }
        if (p.testLoss() != null) {
            testLoss[p.node()] = p.testLoss();
        }
    }

    synchronized void snapshot(int node, int afterRounds) {
        snapshots[node] = Math.max(snapshots[node], afterRounds);
        notifyAll();
    }

    /**
     * Waits until every node has handed over its model after so many rounds, or never will because it has ended.
     *
     * @return false if the run was stopped
     */
    public synchronized boolean awaitSnapshots(int afterRounds) throws InterruptedException {
        while (stopped == null && IntStream.range(0, stages.length).anyMatch(node -> snapshots[node] < afterRounds
                && stages[node] != Stage.DONE && stages[node] != Stage.FAILED)) {
            wait();
        }
        return stopped == null;
    }

    synchronized void done(int node) {
        if (stages[node] != Stage.FAILED) {
            stages[node] = Stage.DONE;
        }
        notifyAll();
    }

    synchronized void failed(Failure failure) {
        int node = failure.node();
        boolean replaced = addresses[node] != null && failure.incarnation() < addresses[node].incarnation();
        if (replaced || stages[node] == Stage.DONE || stages[node] == Stage.FAILED) {
            return;
        }
        stages[node] = Stage.FAILED;
        failures.add(failure);
        notifyAll();
    }

    synchronized void joined() {
        present++;
    }

    /** An executor has said its last words. */
    synchronized void left(Executor executor) {
        executors.add(executor);
        present--;
        notifyAll();
    }

    /** An executor's connection broke: whatever nodes it had are lost with it. */
    synchronized void lost(String executor, Collection<Address> nodes) {
        present--;
        for (Address address : nodes) {
            failed(new Failure(address.node(), address.incarnation(), executor, rounds[address.node()], "its executor was lost", List.of()));
        }
        notifyAll();
    }

    /** Ends every wait; the first reason counts. */
    public synchronized void stop(String reason) {
        if (stopped == null) {
            stopped = reason;
        }
        notifyAll();
    }

    /** Marks all nodes that have neither finished nor failed as lost. */
    public synchronized void abandon(String reason) {
        for (int node = 0; node < stages.length; node++) {
            if (stages[node] != Stage.DONE && stages[node] != Stage.FAILED) {
                failed(new Failure(node, addresses[node] == null ? 0 : addresses[node].incarnation(), null, rounds[node], reason, List.of()));
            }
        }
    }

    /**
     * Waits until every node has come at least this far.
     *
     * @param narrate told every few seconds who is waited for
     * @throws RendezvousFailed naming the missing nodes if the deadline passes, or the failure if a node fails first
     */
    public void await(Stage stage, Deadline deadline, Consumer<String> narrate) throws InterruptedException, RendezvousFailed {
        long lastSaid = System.nanoTime();
        while (true) {
            String waiting;
            synchronized (this) {
                if (stopped != null) {
                    throw new RendezvousFailed(stopped);
                }
                if (!failures.isEmpty()) {
                    Failure first = failures.get(0);
                    throw new RendezvousFailed("node " + first.node() + " failed before the first round: " + first.error());
                }
                if (!unreachable.isEmpty()) {
                    throw new RendezvousFailed("Some neighbours cannot reach each other: " + describeUnreachable()
                        + ". Is a firewall between the machines, communication.bind an address that others cannot reach, or the limit of open files (ulimit -n) too low?");
                }
                List<Integer> missing = behind(stage);
                if (missing.isEmpty()) {
                    return;
                }
                waiting = "waiting for nodes " + abbreviate(missing) + " to " + (stage == Stage.REGISTERED ? "register" : "open their links")
                    + ": " + missing.size() + " of " + stages.length + " missing, " + deadline;
                if (deadline.hasPassed()) {
                    throw new RendezvousFailed("Gave up " + waiting + " (spark.start-timeout). Does every node have a task slot, and can executors reach the driver?");
                }
                wait(Math.min(1000, Math.max(1, deadline.remainingMillis())));
            }
            if (System.nanoTime() - lastSaid > 5_000_000_000L) {
                narrate.accept(waiting);
                lastSaid = System.nanoTime();
            }
        }
    }

    private List<Integer> behind(Stage stage) {
        List<Integer> behind = new ArrayList<>();
        for (int node = 0; node < stages.length; node++) {
            if (stages[node].compareTo(stage) < 0) {
                behind.add(node);
            }
        }
        return behind;
    }

    private String describeUnreachable() {
        return unreachable.entrySet().stream().limit(NAMED_AT_MOST)
            .flatMap(e -> e.getValue().entrySet().stream().limit(2).map(p -> "node " + e.getKey() + " cannot reach node " + p.getKey() + " (" + p.getValue() + ")"))
            .collect(Collectors.joining("; "));
    }

    /** Waits until every executor has said that its results are written, or is lost; true if they have. */
    public synchronized boolean awaitLeft(Deadline deadline) throws InterruptedException {
        while (present > 0 && !deadline.hasPassed()) {
            wait(Math.max(1, deadline.remainingMillis()));
        }
        return present == 0;
    }

    /** Where everybody is, services included. */
    public synchronized List<Address> addresses() {
        List<Address> all = new ArrayList<>(services.values());
        Arrays.stream(addresses).filter(a -> a != null).forEach(all::add);
        return all;
    }

    /** Puts a service into the address book; it is not one of the nodes that are waited for. */
    public synchronized void addService(Address address) {
        services.put(address.node(), address);
    }

    @Override
    public synchronized Address find(int node) {
        return isNode(node) ? addresses[node] : services.get(node);
    }

    @Override
    public synchronized boolean hasLeft(int node) {
        return isNode(node) && (stages[node] == Stage.DONE || stages[node] == Stage.FAILED);
    }

    /** In the order they happened: the first is the cause, the others may be its consequences. */
    public synchronized List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Who was lost and came back. */
    public synchronized List<Recovery> recoveries() {
        return List.copyOf(recoveries);
    }

    public synchronized List<Executor> executors() {
        return List.copyOf(executors);
    }

    public synchronized int count(Stage stage) {
        return (int) Arrays.stream(stages).filter(s -> s == stage).count();
    }

    /** How many rounds have been done by all nodes that have not failed. */
    public synchronized int roundsDoneByAll() {
        return IntStream.range(0, stages.length).filter(node -> stages[node] != Stage.FAILED).map(node -> rounds[node]).min().orElse(0);
    }

    /** In the order of the nodes. */
    public synchronized List<NodeState> nodes() {
        return IntStream.range(0, stages.length)
            .mapToObj(node -> new NodeState(node, stages[node], rounds[node], bytesSent[node], accuracyPercent[node], testLoss[node])).toList();
    }

    public synchronized Progress progress() {
        return new Progress(stages.length, count(Stage.DONE), count(Stage.FAILED),
            Arrays.stream(rounds).average().orElse(0), Arrays.stream(rounds).min().orElse(0), Arrays.stream(bytesSent).sum(),
            Arrays.stream(accuracyPercent).filter(a -> !Double.isNaN(a)).average().orElse(Double.NaN),
            Arrays.stream(testLoss).filter(a -> !Double.isNaN(a)).average().orElse(Double.NaN));
    }

    /** "[3, 17]", or the first few and how many more. */
    /** The first few, and how many more. */
    public static String abbreviate(List<Integer> nodes) {
        return nodes.size() <= NAMED_AT_MOST ? nodes.toString()
            : nodes.subList(0, NAMED_AT_MOST).toString().replace("]", ", … " + (nodes.size() - NAMED_AT_MOST) + " more]");
    }
}
