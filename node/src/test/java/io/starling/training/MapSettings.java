package io.starling.training;

import io.starling.config.Key;
import io.starling.config.Settings;
import java.util.HashMap;
import java.util.Map;

/** Settings for tests: defaults, and what the test gives. */
public final class MapSettings implements Settings {
    private final Map<String, Object> values = new HashMap<>();

    public MapSettings with(String key, Object value) {
        values.put(key, value);
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        Object value = values.getOrDefault(key.name(), key.defaultValue());
        if (value == null) {
            throw new IllegalArgumentException("the test gives no " + key);
        }
        return (T) value;
    }

    @Override
    public boolean has(Key<?> key) {
        return values.containsKey(key.name()) || key.defaultValue() != null;
    }
}
