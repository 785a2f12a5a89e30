package io.starling.node;

import io.starling.config.Key;
import java.util.List;

/** The keys of a run as a whole: what it is called, how large it is, and how nodes wait. */
public final class RunKeys {
    public static final Key<String> NAME = Key.string("name").orElse("experiment")
        .check(v -> v.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}"), "letters, digits, '.', '_' and '-', at most 80")
        .doc("What the experiment is called; the run id begins with it.");
    public static final Key<Long> SEED = Key.longInteger("seed").orElse(1L)
        .doc("From which every random stream is derived. The same configuration and seed give the same numbers.");
    public static final Key<Integer> NODES = Key.integer("nodes").between(1, 100_000)
        .doc("Number of DL nodes; each is one long-running Spark task.");
    public static final Key<Integer> ROUNDS = Key.integer("rounds").atLeast(1)
        .doc("Communication rounds.");

    public static final Key<String> ROLE = Key.string("node.role").orElse("d-psgd").doc("What the nodes do.");
    public static final Key<Integer> COMPUTE_SLOTS = Key.integer("node.compute-slots").atLeast(0).orElse(0)
        .doc("How many nodes of an executor compute at the same time; 0: as many as its machine gives it cores.");

    public static final Key<Boolean> MESSAGES = Key.flag("results.messages").orElse(false)
        .doc("Whether every message that a node averages with becomes a row of the table messages: nodes × degree × rounds of them.");

    public static final Key<String> MAPPING = Key.string("mapping.kind").orElse("linear")
        .doc("Which node lives on which executor.");
    public static final Key<String> PARTITIONER = Key.string("dataset.partitioner").orElse("iid")
        .doc("How the training samples are divided among the nodes.");
    public static final Key<String> MODEL = Key.string("model.name").doc("The model that every node trains.");

    private RunKeys() {
    }

    /** The keys that choose no module. */
    static List<Key<?>> all() {
        return List.of(NAME, SEED, NODES, ROUNDS, COMPUTE_SLOTS, MESSAGES);
    }
}
