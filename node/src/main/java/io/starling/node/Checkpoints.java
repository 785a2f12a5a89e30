package io.starling.node;

import io.starling.config.Key;
import java.io.IOException;
import java.util.List;

/**
 * Where a node keeps what it needs to go on after a loss: its model, the optimizer's and the sharing method's memory, and how many
 * rounds it has done. Random streams need no keeping, as they are functions of the round.
 */
public interface Checkpoints {
    Key<Integer> EVERY = Key.integer("checkpoint.every").atLeast(0).orElse(0)
        .doc("Rounds between a node's checkpoints on the results' file system; 0: none. With them, nodes that were lost with their executor "
            + "come back, and `starling run --resume` continues a run whose driver died.");

    /** Keeps nothing and has nothing. */
    Checkpoints NONE = new Checkpoints() {
        @Override
        public int restore(List<float[]> memory) {
            return 0;
        }

        @Override
        public void keep(int rounds, List<float[]> memory) {
            // Nobody asked for it.
        }
    };

    /**
     * Fills a node's memory with what was kept, if there is something to begin from.
     *
     * @param memory the node's arrays, always in the same order
     * @return the round to begin with
     */
    int restore(List<float[]> memory) throws IOException;

    /** Keeps a node's memory after so many rounds, if it is time to. */
    void keep(int rounds, List<float[]> memory) throws IOException;
}
