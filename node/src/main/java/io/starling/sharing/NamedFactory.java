package io.starling.sharing;

import io.starling.config.Key;
import java.util.List;

/** What every sharing method says of itself. */
abstract class NamedFactory implements Sharing.Factory {
    private final String name;
    private final String doc;
    private final List<Key<?>> keys;

    NamedFactory(String name, String doc, List<Key<?>> keys) {
        this.name = name;
        this.doc = doc;
        this.keys = keys;
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
        return keys;
    }
}
