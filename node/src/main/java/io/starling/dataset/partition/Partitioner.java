package io.starling.dataset.partition;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;

/** Decides which node gets which sample: a pure function of (counts, nodes, seed). */
public interface Partitioner {
    /** What a partitioner wants samples counted by. */
    enum Grouping {
        /** By class; one group if the target is a number to be predicted. */
        LABEL,
        /** By who made them. */
        USER,
        /** Not at all: one group, in which a sample's rank is its place in the data set. */
        NONE
    }

    default Grouping grouping() {
        return Grouping.LABEL;
    }

    /** Every sample to at most one node; no node without samples, or a {@link UserError}. */
    Assignment assign(Census census, int nodes, long seed);

    /**
     * The node of each sample. A function of what a Spark task knows about a sample when it streams past, so that partitioning
     * needs no memory that grows with the data.
     */
    interface Assignment extends Serializable {
        /** Instead of a node: the sample is left out. Only partitioners that are told to do so leave samples out. */
        int NOBODY = -1;

        /**
         * @param group       of the sample, by the partitioner's {@link Partitioner#grouping}
         * @param rankInGroup how many samples of the same group come before it in the data set
         */
        int nodeOf(int group, long rankInGroup);
    }

    /** Opens a file by its path, wherever files are kept. */
    interface Files {
        InputStream open(String path) throws IOException;
    }

    /** Makes the partitioner named by {@code dataset.partitioner}. */
    interface Factory extends ModuleFactory {
        Partitioner create(Settings settings, Files files);
    }

    /** Refuses more nodes than there are samples. */
    static void requireSamples(long samples, int nodes) {
        if (nodes > samples) {
            throw new UserError("nodes = " + nodes + ", but there are only " + samples
                + " training samples: some nodes would have no data; use fewer nodes or more data.");
        }
    }
}
