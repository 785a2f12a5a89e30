package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/** {@code sharing.method = round-robin}: one piece of the model after the other, the same at all nodes. */
public final class RoundRobinPieces implements Sharing.Factory {
    private static final Recipe RECIPE = Recipe.TOP_K.withSelection("round-robin");

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public String doc() {
        return "One piece of the model after the other, the same at all nodes.";
    }

    @Override
    public List<Key<?>> keys() {
        return SharingKeys.partial();
    }

    @Override
    public void check(Settings settings, Topology topology, int size) {
        RECIPE.check(settings, size);
    }

    @Override
    public Sharing create(Sharing.Context context) {
        return RECIPE.create(context);
    }
}
