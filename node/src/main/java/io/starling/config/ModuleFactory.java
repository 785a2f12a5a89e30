package io.starling.config;

import java.util.List;

/**
 * What makes a module of some kind (a topology, a model, a sharing method, …) choosable by name in a configuration.
 *
 * <p>Each kind of module has its own sub-interface with a {@code create} method, for instance
 * {@code Topology.Factory}. An implementation has a public constructor without arguments, and is found
 * <ul>
 *   <li>by its short {@link #name()}, if its class name stands in a {@code META-INF/services} file named after the
 *       sub-interface, in this project's jars or in a user's ({@code --jars});</li>
 *   <li>by its class name, without any registration.</li>
 * </ul>
 */
public interface ModuleFactory {
    /** The short name, lower case with hyphens, unique among the modules of its kind. */
    String name();

    /** One line for the reference page. */
    String doc();

    /** The configuration keys that this module adds; {@code <section>.<name>} as any other key. */
    default List<Key<?>> keys() {
        return List.of();
    }
}
