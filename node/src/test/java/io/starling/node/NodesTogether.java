package io.starling.node;

import io.starling.communication.Address;
import io.starling.communication.AddressBook;
import io.starling.communication.Communication;
import io.starling.communication.Deadline;
import io.starling.communication.InMemoryNetwork;
import io.starling.communication.NetworkConditions;
import io.starling.communication.NetworkTime;
import io.starling.communication.Transport;
import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.dataset.Samples;
import io.starling.dataset.Synthetic;
import io.starling.engine.ComputeSlots;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.metrics.EvaluationRecord;
import io.starling.metrics.FailureRecord;
import io.starling.metrics.MessageRecord;
import io.starling.metrics.Metrics;
import io.starling.metrics.RoundRecord;
import io.starling.model.Model;
import io.starling.sharing.robust.Attack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs the nodes of an experiment in threads of this JVM, over the in-memory network. */
class NodesTogether implements Metrics {
    final List<RoundRecord> rounds = java.util.Collections.synchronizedList(new ArrayList<>());
    final List<EvaluationRecord> evaluations = java.util.Collections.synchronizedList(new ArrayList<>());
    final ConcurrentLinkedQueue<MessageRecord> messages = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<FailureRecord> failures = new ConcurrentLinkedQueue<>();
    final Map<Integer, Throwable> errors = new ConcurrentHashMap<>();
    final Map<Integer, float[]> states = new ConcurrentHashMap<>();
    final Experiment experiment;
    final int nodes;
    final Topology topology;
    final Synthetic data;
    final Model model;
    /** What a node's incarnation has kept. */
    BiFunction<Integer, Integer, Checkpoints> checkpoints = (node, incarnation) -> Checkpoints.NONE;
    /** Nodes that are started again when they have failed. */
    Set<Integer> returning = Set.of();
    private final NetworkConditions conditions;
    private final Map<Integer, Integer> incarnations = new ConcurrentHashMap<>();
    private final Set<Integer> left = ConcurrentHashMap.newKeySet();

    NodesTogether(String hocon, NetworkConditions conditions) {
        this.conditions = conditions;
        experiment = Experiment.parse(hocon, List.of());
        nodes = experiment.get(RunKeys.NODES);
        long seed = experiment.get(RunKeys.SEED);
        topology = Topologies.create(experiment, nodes, seed);
        data = new Synthetic(6, 3, 0.5, seed);
        model = Modules.find(Model.Factory.class, RunKeys.MODEL, experiment.get(RunKeys.MODEL)).create(experiment, data.format().shape());
    }

    Samples train(int node) {
        return data.format().pack(data.samples("train", 20 * node, 20 * node + 20));
    }

    /** What may happen to a node instead of its normal life. */
    interface Fate {
        /** Called before the node's life; may throw to end it at once. */
        void meet(int node, Communication communication) throws Exception;
    }

    /** How many nodes have come to their end, well or not. */
    int leftCount() {
        return left.size();
    }

    /** Where the nodes live. */
    interface Executors {
        Transport of(int node);
    }

    /** Ends a node without a word to the others, who are not told that it is gone either. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** @param initial the nodes' first models; null: the model's own */
    NodesTogether run(float[][] initial, Fate fate) throws Exception {
        try (InMemoryNetwork network = new InMemoryNetwork(conditions, NetworkTime.real()); Transport transport = network.transport("here")) {
            return run(initial, fate, node -> transport);
        }
    }

    NodesTogether run(float[][] initial, Fate fate, Executors executors) throws Exception {
        ComputeSlots slots = new ComputeSlots(2);
        Samples test = data.format().pack(data.samples("test", 0, 60));
        List<Thread> threads = new ArrayList<>();
        CyclicBarrier connected = new CyclicBarrier(nodes);
        Node.Factory role = Modules.find(Node.Factory.class, RunKeys.ROLE, experiment.get(RunKeys.ROLE));
        role.check(experiment);
        Thread service = role.service().map(s -> service(s, executors.of(Node.SERVICE), fate)).orElse(null);
        List<Communication> ends = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            ends.add(executors.of(node).open(node, 0, addresses(executors)));
        }
        Life life = (id, incarnation, communication) -> {
            Learner learner = (Learner) role.create(new Node.Context(id, incarnation, nodes, experiment.get(RunKeys.SEED), experiment.forNode(id), model,
                Attack.samples(experiment.forNode(id), train(id)), test, topology, Topologies.weights(experiment), communication, slots, this, null, Snapshots.NOBODY,
                checkpoints.apply(id, incarnation)));
            if (initial != null) {
                System.arraycopy(initial[id], 0, learner.state(), 0, learner.state().length);
            }
            states.put(id, learner.state());
            learner.run();
        };
        for (int node = 0; node < nodes; node++) {
            int id = node;
            Communication communication = ends.get(node);
            Thread thread = new Thread(() -> {
                try {
                    communication.connect(role.firstPeers(id, topology), Deadline.after(Duration.ofSeconds(20)));
                    connected.await(20, TimeUnit.SECONDS);
                    fate.meet(id, communication);
                    life.live(id, 0, communication);
                    left.add(id);
                } catch (Killed e) {
                    errors.put(id, e);
                } catch (Throwable e) {
                    errors.put(id, e);
                    left.add(id);
                } finally {
                    communication.close();
                }
                if (errors.containsKey(id) && returning.contains(id)) {
                    liveAgain(id, executors, life);
                }
            }, "node " + id);
            thread.start();
            threads.add(thread);
        }
        if (service != null) {
            threads.add(service);
        }
        for (Thread thread : threads) {
            thread.join(60_000);
            if (thread.isAlive()) {
                thread.interrupt();
                throw new AssertionError(thread.getName() + " hangs");
            }
        }
        return this;
    }

    private interface Life {
        void live(int id, int incarnation, Communication communication) throws Exception;
    }

    /** As Spark does it: somewhat later, as the next incarnation. */
    private void liveAgain(int id, Executors executors, Life life) {
        try {
            Thread.sleep(100);
            Communication communication = executors.of(id).open(id, 1, addresses(executors));
            incarnations.put(id, 1);
            left.remove(id);
            try (communication) {
                life.live(id, 1, communication);
            } finally {
                left.add(id);
            }
            errors.remove(id);
        } catch (Exception e) {
            errors.put(id, e);
        }
    }

    private AddressBook addresses(Executors executors) {
        return new AddressBook() {
            @Override
            public Address find(int node) {
                return new Address(node, incarnations.getOrDefault(node, 0), executors.of(node).host(), executors.of(node).port());
            }

            @Override
            public boolean hasLeft(int node) {
                return left.contains(node);
            }
        };
    }

    private Thread service(Function<Node.Context, Node> role, Transport transport, Fate fate) {
        Communication communication = transport.open(Node.SERVICE, 0, addresses(node -> transport));
        Thread thread = new Thread(() -> {
            try (communication) {
                fate.meet(Node.SERVICE, communication);
                role.apply(new Node.Context(Node.SERVICE, 0, nodes, experiment.get(RunKeys.SEED), experiment, null, null, null,
                    topology, Topologies.weights(experiment), communication, null, this)).run();
            } catch (Throwable e) {
                errors.put(Node.SERVICE, e);
            }
        }, "service");
        thread.start();
        return thread;
    }

    float[] mean() {
        float[] mean = new float[model.stateCount()];
        states.values().forEach(state -> {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += state[i] / states.size();
            }
        });
        return mean;
    }

    @Override
    public void round(RoundRecord record) {
        rounds.add(record);
    }

    @Override
    public void evaluation(EvaluationRecord record) {
        evaluations.add(record);
    }

    @Override
    public void message(MessageRecord record) {
        messages.add(record);
    }

    @Override
    public void failure(FailureRecord record) {
        failures.add(record);
    }
}
