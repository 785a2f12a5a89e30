package io.starling.training;

import io.starling.config.Key;
import java.util.List;

/** The keys of local training that do not depend on the optimizer. All may differ from node to node. */
public final class TrainingKeys {
    public static final Key<Integer> BATCH_SIZE = Key.integer("training.batch-size").atLeast(1).orElse(16).perNode()
        .doc("Samples in a mini-batch. A node with fewer samples uses all it has.");
    public static final Key<Integer> LOCAL_STEPS = Key.integer("training.local-steps").atLeast(0).orElse(1).perNode()
        .doc("Mini-batch steps that a node makes in a round; 0 trains nothing.");
    public static final Key<Double> LEARNING_RATE = Key.number("training.lr").moreThan(0).orElse(0.05).perNode()
        .doc("Learning rate, before any schedule.");
    public static final Key<String> OPTIMIZER = Key.string("training.optimizer").orElse("sgd").perNode()
        .doc("Turns gradients into steps: the short name of an optimizer, or the class name of an Optimizer.Factory.");

    private TrainingKeys() {
    }

    public static List<Key<?>> all() {
        return List.of(BATCH_SIZE, LOCAL_STEPS, LEARNING_RATE, OPTIMIZER);
    }
}
