package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/** {@code sharing.method = partial}: the most changed parameters, or whatever else the keys of section {@code sharing} compose. */
public final class Partial implements Sharing.Factory {
    @Override
    public String name() {
        return "partial";
    }

    @Override
    public String doc() {
        return "A part of the parameters, composed from sharing.importance, .selection, .domain, .averaging and the codecs; by default the most changed ones.";
    }

    @Override
    public List<Key<?>> keys() {
        return SharingKeys.partial();
    }

    @Override
    public void check(Settings settings, Topology topology, int size) {
        Recipe.TOP_K.check(settings, size);
    }

    @Override
    public Sharing create(Sharing.Context context) {
        return Recipe.TOP_K.create(context);
    }
}
