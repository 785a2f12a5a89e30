package io.starling.graph;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import java.util.HashMap;
import java.util.Map;

/** Values by key for tests, else the keys' defaults: {@code GraphSettings.none().with(GraphKeys.DEGREE, 3)}. */
public final class GraphSettings implements Settings {
    private final Map<String, Object> values;

    private GraphSettings(Map<String, Object> values) {
        this.values = values;
    }

    public static GraphSettings none() {
        return new GraphSettings(Map.of());
    }

    public <T> GraphSettings with(Key<T> key, T value) {
        Map<String, Object> more = new HashMap<>(values);
        more.put(key.name(), value);
        return new GraphSettings(more);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        if (!has(key)) {
            throw new UserError(key + " is missing");
        }
        return (T) values.getOrDefault(key.name(), key.defaultValue());
    }

    @Override
    public boolean has(Key<?> key) {
        return values.containsKey(key.name()) || key.defaultValue() != null;
    }
}
