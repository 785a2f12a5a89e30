package io.starling.node;

import io.starling.communication.Address;
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
import io.starling.metrics.Metrics;
import io.starling.metrics.RoundRecord;
import io.starling.model.Model;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Runs the nodes of an experiment in threads of this JVM, over the in-memory network. */
final class NodesTogether implements Metrics {
    final List<RoundRecord> rounds = java.util.Collections.synchronizedList(new ArrayList<>());
    final List<EvaluationRecord> evaluations = java.util.Collections.synchronizedList(new ArrayList<>());
    final ConcurrentLinkedQueue<FailureRecord> failures = new ConcurrentLinkedQueue<>();
    final Map<Integer, Throwable> errors = new ConcurrentHashMap<>();
    final Map<Integer, float[]> states = new ConcurrentHashMap<>();
    final Experiment experiment;
    final int nodes;
    final Topology topology;
    final Synthetic data;
    final Model model;
    private final NetworkConditions conditions;

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

    /** @param initial the nodes' first models; null: the model's own */
    NodesTogether run(float[][] initial, Fate fate) throws Exception {
        ComputeSlots slots = new ComputeSlots(2);
        Samples test = data.format().pack(data.samples("test", 0, 60));
        try (InMemoryNetwork network = new InMemoryNetwork(conditions, NetworkTime.real()); Transport transport = network.transport("here")) {
            List<Thread> threads = new ArrayList<>();
            CyclicBarrier connected = new CyclicBarrier(nodes);
            List<Communication> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                ends.add(transport.open(node, 0, peer -> new Address(peer, 0, transport.host(), transport.port())));
            }
            for (int node = 0; node < nodes; node++) {
                int id = node;
                Communication communication = ends.get(node);
                Thread thread = new Thread(() -> {
                    try {
                        communication.connect(java.util.Arrays.stream(topology.at(0).targets(id)).boxed().toList(), Deadline.after(Duration.ofSeconds(20)));
                        connected.await(20, TimeUnit.SECONDS);
                        fate.meet(id, communication);
                        DPsgd role = new DPsgd(new Node.Context(id, 0, nodes, experiment.get(RunKeys.SEED), experiment.forNode(id), model, train(id), test,
                            topology, Topologies.weights(experiment), communication, slots, this));
                        if (initial != null) {
                            System.arraycopy(initial[id], 0, role.state(), 0, role.state().length);
                        }
                        states.put(id, role.state());
                        role.run();
                    } catch (Throwable e) {
                        errors.put(id, e);
                    } finally {
                        communication.close();
                    }
                }, "node " + id);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(60_000);
                if (thread.isAlive()) {
                    thread.interrupt();
                    throw new AssertionError(thread.getName() + " hangs");
                }
            }
        }
        return this;
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
    public void failure(FailureRecord record) {
        failures.add(record);
    }
}
