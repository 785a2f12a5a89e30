package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/** {@code sharing.method = random}: random subsampling; a seed in the message says which parameters it has. */
public final class RandomSubsampling implements Sharing.Factory {
    private static final Recipe RECIPE = Recipe.TOP_K.withSelection("random");

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String doc() {
        return "A random part of the parameters; a seed in the message says which.";
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
