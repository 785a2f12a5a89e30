package io.starling.config;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** All configuration keys of all parts and modules on the class path, each declared once. */
public final class KeyTable {
    private final Map<String, Key<?>> keys = new TreeMap<>();
    private final List<KeySource.ModuleKind<?>> kinds = new ArrayList<>();

    private KeyTable() {
    }

    /** The keys of everything on the class path. */
    public static KeyTable load() {
        KeyTable table = new KeyTable();
        for (KeySource source : ServiceLoader.load(KeySource.class, Thread.currentThread().getContextClassLoader())) {
            source.keys().forEach(table::add);
            for (KeySource.ModuleKind<?> kind : source.kinds()) {
                table.add(kind.selector());
                table.kinds.add(kind);
                Modules.all(kind.factory()).forEach(module -> module.keys().forEach(table::add));
            }
        }
        return table;
    }

    /** Adds the keys of modules that a configuration names by class, which no jar has registered. */
    void addChosen(Config config) {
        for (KeySource.ModuleKind<?> kind : kinds) {
            String path = kind.selector().name();
            if (config.hasPath(path)) {
                String chosen = kind.selector().type().read(config, path);
                Modules.find(kind.factory(), kind.selector(), chosen).keys().forEach(this::add);
            }
        }
    }

    private void add(Key<?> key) {
        Key<?> other = keys.putIfAbsent(key.name(), key);
        if (other != null && !other.sameDeclaration(key)) {
            throw new IllegalStateException("configuration key " + key.name() + " is declared twice, differently: once as "
                + other.type() + " with default " + other.defaultValue() + ", once as " + key.type() + " with default " + key.defaultValue());
        }
    }

    /** By name. */
    public Collection<Key<?>> keys() {
        return Collections.unmodifiableCollection(keys.values());
    }

    public List<KeySource.ModuleKind<?>> kinds() {
        return Collections.unmodifiableList(kinds);
    }

    /**
     * The key that a path in a configuration belongs to.
     *
     * @throws UserError naming the nearest known key if there is none
     */
    Key<?> find(String path, String where) {
        Key<?> exact = keys.get(path);
        if (exact != null) {
            return exact;
        }
        for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
            Key<?> parent = keys.get(path.substring(0, dot));
            if (parent != null && parent.type().isProperties()) {
                return parent;
            }
        }
        throw new UserError("There is no configuration key " + path + where + "." + Nearest.hint(path, keys.keySet())
            + " `starling config` lists all keys.");
    }
}
