package io.starling.training;

import io.starling.config.Key;
import java.util.ArrayList;
import java.util.List;

/** The keys of local training that do not depend on the optimizer. All may differ from node to node. */
public final class TrainingKeys {
    public static final Key<Integer> BATCH_SIZE = Key.integer("training.batch-size").atLeast(1).orElse(16).perNode()
        .doc("Samples in a mini-batch. A node with fewer samples uses all it has.");
    public static final Key<Integer> LOCAL_STEPS = Key.integer("training.local-steps").atLeast(0).orElse(1).perNode()
        .doc("Mini-batch steps that a node makes in a round; 0 trains nothing.");
    public static final Key<Integer> LOCAL_EPOCHS = Key.integer("training.local-epochs").atLeast(0).orElse(0).perNode()
        .doc("If above 0: a node goes through all its samples this often in a round, instead of training.local-steps.");
    public static final Key<Integer> ROUNDS_PER_EPOCH = Key.integer("training.rounds-per-epoch").atLeast(0).orElse(0).perNode()
        .doc("If above 0: a node goes through all its samples once in this many rounds, instead of training.local-steps.");
    public static final Key<Double> LEARNING_RATE = Key.number("training.lr").moreThan(0).orElse(0.05).perNode()
        .doc("Learning rate, before any schedule.");
    public static final Key<String> OPTIMIZER = Key.string("training.optimizer").orElse("sgd").perNode()
        .doc("Turns gradients into steps: the short name of an optimizer, or the class name of an Optimizer.Factory.");
    public static final Key<Boolean> RESET_OPTIMIZER = Key.flag("training.reset-optimizer").orElse(false).perNode()
        .doc("Whether the optimizer forgets momentum and the like when a round starts, that is after each averaging.");
    public static final Key<Double> CLIP_NORM = Key.number("training.clip-norm").atLeast(0).orElse(0.0).perNode()
        .doc("Gradients longer than this (Euclidean norm) are scaled down to it; 0 is no limit.");
    public static final Key<Double> CLIP_VALUE = Key.number("training.clip-value").atLeast(0).orElse(0.0).perNode()
        .doc("Each value of a gradient is cut to plus or minus this; 0 is no limit.");

    private TrainingKeys() {
    }

    public static List<Key<?>> all() {
        List<Key<?>> keys = new ArrayList<>(List.of(BATCH_SIZE, LOCAL_STEPS, LOCAL_EPOCHS, ROUNDS_PER_EPOCH, LEARNING_RATE, OPTIMIZER, RESET_OPTIMIZER, CLIP_NORM, CLIP_VALUE));
        keys.addAll(Schedule.keys());
        return List.copyOf(keys);
    }
}
