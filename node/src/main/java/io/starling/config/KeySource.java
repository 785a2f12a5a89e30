package io.starling.config;

import java.util.List;

/**
 * A part of the product that has configuration keys and kinds of modules; found through {@code META-INF/services}, so that
 * the one key table covers every part on the class path.
 */
public interface KeySource {
    /** Keys that are there whichever modules are chosen. */
    List<Key<?>> keys();

    /** The kinds of modules, each with the key that chooses one. */
    List<ModuleKind<?>> kinds();

    /**
     * A kind of module.
     *
     * @param selector the key whose value names the module
     * @param factory  the interface of its factories
     */
    record ModuleKind<F extends ModuleFactory>(Key<String> selector, Class<F> factory) {
    }
}
