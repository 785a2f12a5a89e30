package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import io.starling.model.Model;

/** The sharing method that a configuration asks for. */
public final class Sharings {
    public static final Key<String> METHOD = Key.string("sharing.method").orElse("full").perNode()
        .doc("What is put into a message, and how received ones are averaged.");

    private Sharings() {
    }

    /**
     * Refuses what cannot work, before anything is started.
     *
     * @param settings the ones in force for a node
     * @throws io.starling.config.UserError saying what does not go together and what would
     */
    public static void check(Settings settings, Topology topology, Model model) {
        factory(settings).check(settings, topology, settings.has(SharingKeys.PARAMETERS)
            ? NamedParameters.size(NamedParameters.named(model, settings.get(SharingKeys.PARAMETERS))) : model.stateCount());
    }

    /** A node's sharing method. */
    public static Sharing create(Sharing.Context context, Model model) {
        Settings settings = context.settings();
        Sharing.Factory factory = factory(settings);
        return settings.has(SharingKeys.PARAMETERS)
            ? NamedParameters.create(factory, context, NamedParameters.named(model, settings.get(SharingKeys.PARAMETERS)))
            : factory.create(context);
    }

    private static Sharing.Factory factory(Settings settings) {
        return Modules.find(Sharing.Factory.class, METHOD, settings.get(METHOD));
    }
}
