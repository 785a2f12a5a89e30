package io.starling.node;

import io.starling.communication.Communication;
import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.metrics.Metrics;
import io.starling.model.Model;

/** One participant of a run, in some role; lives in one long-running task. */
public interface Node {
    /** Does everything the role has to do, from the first round to the last. */
    void run() throws Exception;

    /**
     * What a node is given: who it is, what it may use, and where it tells what it measured.
     *
     * @param settings   the ones in force for this node
     * @param test       the test set, shared by all nodes of the executor; null if there is none
     * @param validation kept from training, shared likewise; null if there is none
     * @param snapshots  where models go whose mean is to be evaluated
     */
    record Context(
            int id, int incarnation, int nodes, long seed, Settings settings, Model model, Samples train, Samples test,
            Topology topology, Weights weights, Communication communication, ComputeSlots slots, Metrics metrics,
            Samples validation, Snapshots snapshots) {

        /** Without a validation set, and without anybody who wants models. */
        public Context(
                int id, int incarnation, int nodes, long seed, Settings settings, Model model, Samples train, Samples test,
                Topology topology, Weights weights, Communication communication, ComputeSlots slots, Metrics metrics) {
            this(id, incarnation, nodes, seed, settings, model, train, test, topology, weights, communication, slots, metrics, null, Snapshots.NOBODY);
        }
    }

    /** Makes the role named by {@code node.role}. */
    interface Factory extends ModuleFactory {
        Node create(Context context);
    }
}
