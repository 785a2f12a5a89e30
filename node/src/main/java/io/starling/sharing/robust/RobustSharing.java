package io.starling.sharing.robust;

import io.starling.communication.Message;
import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.engine.ScratchPool;
import io.starling.engine.ScratchPool.Scratch;
import io.starling.graph.Topology;
import io.starling.sharing.FullSharing;
import io.starling.sharing.Sharing;
import java.util.List;

/** The whole model in every message, as in D-PSGD, but averaged so that some of the neighbours may lie. */
public final class RobustSharing implements Sharing {
    static final Key<String> RULE = Key.string("robust.rule").oneOf(RobustRule.NAMES.toArray(String[]::new)).orElse("clipping").perNode()
        .doc("How sharing.method = robust averages: no neighbour moves the model further than the trusted ones would (clipping), the mean or the median of "
            + "each parameter without the extremes, or the one model nearest to the others (krum).");
    static final Key<Integer> LIARS = Key.integer("robust.liars").atLeast(0).orElse(1).perNode()
        .doc("How many of a node's neighbours may lie.");

    private final FullSharing full;
    private final RobustRule rule;
    private final int liars;
    private final ScratchPool pool;

    private RobustSharing(Context context) {
        full = new FullSharing(context.size());
        rule = RobustRule.BY_NAME.get(context.settings().get(RULE));
        liars = context.settings().get(LIARS);
        pool = context.scratch();
    }

    @Override
    public Content message(float[] state, int round, int degree) {
        return full.message(state, round, degree);
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage {
        if (received.isEmpty()) {
            return;
        }
        try (Scratch scratch = pool.borrow()) {
            float[][] others = new float[received.size()][];
            float[] weights = new float[received.size()];
            for (int j = 0; j < weights.length; j++) {
                others[j] = scratch.floats(state.length);
                int degree = full.read(received.get(j), others[j]);
                requireNumbers(received.get(j).sender(), others[j], state.length);
                weights[j] = mixing.weight(received.get(j).sender(), degree);
            }
            rule.average(state, others, weights, liars);
        }
    }

    /** Sorting and distances need numbers; and who sends others lies. */
    private static void requireNumbers(int sender, float[] model, int length) throws MalformedMessage {
        for (int i = 0; i < length; i++) {
            if (!Float.isFinite(model[i])) {
                throw new MalformedMessage(sender, "parameter " + i + " is " + model[i]);
            }
        }
    }

    @Override
    public List<float[]> memory() {
        return List.of();
    }

    /** Chosen by {@code sharing.method = robust}. */
    public static final class Factory implements Sharing.Factory {
        @Override
        public String name() {
            return "robust";
        }

        @Override
        public String doc() {
            return "The whole model in every message; averaged so that some neighbours may lie (robust.rule, robust.liars).";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(RULE, LIARS);
        }

        @Override
        public void check(Settings settings, Topology topology, int size) {
            int liars = settings.get(LIARS);
            int needed = RobustRule.BY_NAME.get(settings.get(RULE)).neighboursNeeded(liars);
            for (int node = 0; node < topology.nodes(); node++) {
                int neighbours = topology.at(0).sources(node).length;
                if (neighbours < needed) {
                    throw new UserError("robust.liars = " + liars + " with robust.rule = " + settings.get(RULE) + " needs " + needed + " neighbours, but node " + node
                        + " has " + neighbours + ": take a graph of higher degree, or fewer liars.");
                }
            }
        }

        @Override
        public Sharing create(Context context) {
            return new RobustSharing(context);
        }
    }
}
