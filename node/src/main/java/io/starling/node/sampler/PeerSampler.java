package io.starling.node.sampler;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.graph.Graph;
import io.starling.graph.Topology;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Makes a round's graph with what only one place can know: who is there, and what they are like.
 *
 * <p>Used by the one peer sampler of a run, by one thread. A graph that is a function of (seed, round) alone needs none of this: every
 * node can make it by itself, see {@link Topology}.
 */
public interface PeerSampler {
    /**
     * The graph of a round, over all nodes of the run; asked for once a round, when the first node needs it.
     *
     * @param available the nodes that can be expected to take part; others may have no neighbours
     */
    Graph graph(int round, BitSet available);

    /** Takes note of what a node tells of itself with its question for a round; called before the answer, and only if it tells something. */
    default void hear(int node, int round, ByteBuffer profile) {
    }

    /** What a node tells the sampler of itself. */
    interface Profile {
        /** @param state the node's model after the round's training; not to be kept or changed */
        ByteBuffer of(float[] state);
    }

    /** Makes a sampler choosable as {@code sampler.kind}. */
    interface Factory extends ModuleFactory {
        /**
         * @param topology the one that {@code graph.kind} asks for
         * @param seed     the experiment's
         */
        PeerSampler create(Settings settings, Topology topology, long seed);

        /** Made by every node, and the same for all; by default a node tells nothing. */
        default Profile profile(Settings settings, long seed) {
            return state -> ByteBuffer.allocate(0);
        }
    }
}
