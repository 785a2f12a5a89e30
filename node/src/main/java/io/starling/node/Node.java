package io.starling.node;

import io.starling.communication.Communication;
import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.metrics.Metrics;
import io.starling.model.Model;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One participant of a run, in some role; lives in one long-running task. */
public interface Node {
    /** The id of the service that stands beside the nodes of some roles. */
    int SERVICE = -1;

    /** Does everything the role has to do, from the first round to the last. */
    void run() throws Exception;

    /**
     * What a node is given: who it is, what it may use, and where it tells what it measured.
     *
     * @param settings   the ones in force for this node
     * @param model      null for a service, as are the samples and the slots
     * @param test       the test set, shared by all nodes of the executor; null if there is none
     * @param validation kept from training, shared likewise; null if there is none
     * @param snapshots  where models go whose mean is to be evaluated
     * @param checkpoints what this node was before, if it was, and where it keeps what it is
     */
    record Context(
            int id, int incarnation, int nodes, long seed, Settings settings, Model model, Samples train, Samples test,
            Topology topology, Weights weights, Communication communication, ComputeSlots slots, Metrics metrics,
            Samples validation, Snapshots snapshots, Checkpoints checkpoints) {

        /** Without a validation set, without anybody who wants models, and without a past. */
        public Context(
                int id, int incarnation, int nodes, long seed, Settings settings, Model model, Samples train, Samples test,
                Topology topology, Weights weights, Communication communication, ComputeSlots slots, Metrics metrics) {
            this(id, incarnation, nodes, seed, settings, model, train, test, topology, weights, communication, slots, metrics, null, Snapshots.NOBODY,
                Checkpoints.NONE);
        }
    }

    /** Makes the role named by {@code node.role}. */
    interface Factory extends ModuleFactory {
        Node create(Context context);

        /** Refuses, with a {@link io.starling.config.UserError} that says what to change, what the role cannot do. Called before anything starts. */
        default void check(Settings settings) {
        }

        /** Whether nodes of this role keep what they are in {@link Checkpoints}, and so can go on after a loss. */
        default boolean keepsCheckpoints() {
            return false;
        }

        /** Whose links a node opens, and so proves to work, before the first round. */
        default Set<Integer> firstPeers(int node, Topology topology) {
            Graph first = topology.at(0);
            return IntStream.concat(IntStream.of(first.targets(node)), IntStream.of(first.sources(node)))
                .boxed().collect(Collectors.toCollection(TreeSet::new));
        }

        /**
         * What makes the service that stands beside the nodes of this role, if it needs one. It has the id {@link #SERVICE}, is reached like a
         * node, does not count as one, and lives at the driver: where that is lost, so is the run anyway.
         */
        default Optional<Function<Context, Node>> service() {
            return Optional.empty();
        }
    }
}
