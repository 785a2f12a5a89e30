package io.starling.graph;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import java.util.function.UnaryOperator;

/**
 * Round → {@link Graph}; a pure function of (seed, round), so every node knows every round's graph without asking.
 *
 * <p>Thread-safe: all nodes of an executor share one. The graph of a round costs something the first time only, as
 * {@link Topologies} remembers the last few.
 */
public interface Topology {
    int nodes();

    /** The edges of a round, from 0. */
    Graph at(int round);

    /** Whether all rounds have the same graph. */
    boolean isStatic();

    /** After how many rounds the graphs repeat: 1 if static, 0 if never. */
    default int period() {
        return isStatic() ? 1 : 0;
    }

    /** The topology that has the same graph in all rounds. */
    static Topology of(Graph graph) {
        return new Repeating(java.util.List.of(graph));
    }

    /** Makes a family of graphs choosable as {@code graph.kind}. */
    interface Factory extends ModuleFactory {
        /**
         * Makes the topology of so many nodes, or says in a {@link io.starling.config.UserError} why there is none.
         *
         * @param seed the experiment's seed; streams are derived from it by purpose and round
         */
        Topology create(Settings settings, int nodes, long seed);

        /**
         * Like {@link #create(Settings, int, long)}, for a family that reads a file.
         *
         * @param files path → text; on a cluster the driver has read the file and shipped its text
         */
        default Topology create(Settings settings, int nodes, long seed, UnaryOperator<String> files) {
            return create(settings, nodes, seed);
        }
    }
}
