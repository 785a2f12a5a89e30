package io.starling.config;

/**
 * Checked values by key: what a module is given to configure itself.
 *
 * <p>An {@code Experiment} is the whole of them.
 */
public interface Settings {
    /** The value, or the key's default. A required key that was not given is a {@link UserError}. */
    <T> T get(Key<T> key);

    /** Whether the value was given or has a default. */
    boolean has(Key<?> key);
}
