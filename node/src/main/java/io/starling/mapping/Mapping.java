package io.starling.mapping;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/** Which executor a node lives on: node id ↔ place. A wish, as Spark has the last word on placement. */
public interface Mapping {
    /** The place of a node, from 0 to {@code places - 1}. */
    int place(int node, int nodes, int places);

    /** Makes the mapping named by {@code mapping.kind}. */
    interface Factory extends ModuleFactory {
        Mapping create(Settings settings);
    }
}
