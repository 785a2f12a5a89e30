package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/** A sharing method that is a {@link Recipe} with a name. */
abstract class RecipeFactory implements Sharing.Factory {
    private final String name;
    private final String doc;
    private final Recipe recipe;

    RecipeFactory(String name, String doc, Recipe recipe) {
        this.name = name;
        this.doc = doc;
        this.recipe = recipe;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String doc() {
        return doc;
    }

    @Override
    public final List<Key<?>> keys() {
        return SharingKeys.partial();
    }

    @Override
    public final void check(Settings settings, Topology topology, int size) {
        recipe.check(settings, topology, size);
    }

    @Override
    public final Sharing create(Sharing.Context context) {
        return recipe.create(context);
    }
}
