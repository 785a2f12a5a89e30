package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/** {@code sharing.method = accumulation}: the parameters that changed most, by training and averaging, since they were last shared (thesis, algorithm 8). */
public final class Accumulation implements Sharing.Factory {
    private static final Recipe RECIPE = Recipe.TOP_K.withImportance("accumulation");

    @Override
    public String name() {
        return "accumulation";
    }

    @Override
    public String doc() {
        return "The parameters that changed most since they were last shared (accumulation v2).";
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
