package io.starling.dataset;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import java.io.Serializable;

/** Decides which node gets which sample: a pure function of (label counts, nodes, seed). */
public interface Partitioner {
    /** Every sample to exactly one node; no node without samples, or a {@link io.starling.config.UserError}. */
    Assignment assign(Census census, int nodes, long seed);

    /**
     * The node of each sample. A function of what a Spark task knows about a sample when it streams past, so that partitioning
     * needs no memory that grows with the data.
     */
    interface Assignment extends Serializable {
        /**
         * @param label       the sample's label
         * @param rankInLabel how many samples of the same label come before it in the data set
         */
        int nodeOf(int label, long rankInLabel);
    }

    /** Makes the partitioner named by {@code dataset.partitioner}. */
    interface Factory extends ModuleFactory {
        Partitioner create(Settings settings);
    }
}
