package io.starling.node;

import io.starling.config.Key;
import io.starling.config.NodeSet;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.util.List;

/** What is evaluated, by whom, on what, and when. */
public final class EvaluationKeys {
    public static final Key<String> MODE = Key.string("evaluation.mode").oneOf("local", "averaged", "both").orElse("local")
        .doc("local: each node evaluates its own model; averaged: the driver evaluates the mean of all nodes' models, "
            + "with their mean distance from it; both.");
    public static final Key<String> SCHEDULE = Key.string("evaluation.schedule").oneOf("every", "at", "widening").orElse("every")
        .doc("every: each evaluation.every rounds; at: after the rounds in evaluation.at; widening: each evaluation.every rounds for 20 times, "
            + "each 2nd to 50, each 5th to 120, then each 10th. Always also at the end.");
    public static final Key<Integer> EVERY = Key.integer("evaluation.every").atLeast(0).orElse(10)
        .doc("Rounds between evaluations; 0: only at the end.");
    public static final Key<List<Integer>> AT = Key.integers("evaluation.at").orElse(List.of()).check(v -> v.stream().allMatch(r -> r > 0), "numbers above 0")
        .doc("Numbers of rounds after which is evaluated with evaluation.schedule = at.");
    public static final Key<String> NODES = Key.string("evaluation.nodes").orElse("all")
        .doc("Which nodes evaluate their own models: all, or some such as \"0-7, 9\".");
    public static final Key<Integer> SAMPLES = Key.integer("evaluation.samples").atLeast(0).orElse(0)
        .doc("Evaluate on a fixed random sample of the test set of this size, the same for all nodes and rounds; 0: on all of it.");
    public static final Key<Integer> BATCH_SIZE = Key.integer("evaluation.batch-size").atLeast(1).orElse(128)
        .doc("Samples evaluated at a time; a matter of memory and speed only.");
    public static final Key<Boolean> TRAIN = Key.flag("evaluation.train").orElse(false)
        .doc("Whether nodes also evaluate their models on their own training samples.");
    public static final Key<Boolean> PER_CLASS = Key.flag("evaluation.per-class").orElse(false)
        .doc("Whether the accuracy on each class is kept, too, in the table classes.");

    private EvaluationKeys() {
    }

    /** Refuses what the type of a key alone does not show to be wrong. */
    public static void check(Settings settings, int nodes) {
        new EvaluationSchedule(settings);
        String chosen = settings.get(NODES);
        if (!chosen.equals("all") && NodeSet.parse(NODES.name(), chosen).largest() >= nodes) {
            throw new UserError(NODES + " = " + chosen + " names a node that is not there: nodes = " + nodes + ", the last one is node " + (nodes - 1) + ".");
        }
    }

    static List<Key<?>> all() {
        return List.of(MODE, SCHEDULE, EVERY, AT, NODES, SAMPLES, BATCH_SIZE, TRAIN, PER_CLASS);
    }
}
