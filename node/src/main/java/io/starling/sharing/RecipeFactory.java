package io.starling.sharing;

import io.starling.config.Settings;
import io.starling.graph.Topology;

/** A sharing method that is a {@link Recipe} with a name. */
abstract class RecipeFactory extends NamedFactory {
    private final Recipe recipe;

    RecipeFactory(String name, String doc, Recipe recipe) {
        super(name, doc, SharingKeys.partial());
        this.recipe = recipe;
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
