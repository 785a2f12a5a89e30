package io.starling.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds modules by short name or class name, in this project's jars and in those a user brought along.
 *
 * <p>The context class loader is asked, because that is the one to which Spark adds the user's jars.
 */
public final class Modules {
    private Modules() {
    }

    /**
     * The module of a kind that a configuration value names.
     *
     * @param key the key whose value this is, for the error message
     */
    public static <F extends ModuleFactory> F find(Class<F> kind, Key<String> key, String nameOrClass) {
        List<F> known = all(kind);
        for (F factory : known) {
            if (factory.name().equals(nameOrClass)) {
                return factory;
            }
        }
        if (nameOrClass.contains(".")) {
            return byClassName(kind, key, nameOrClass);
        }
        List<String> names = known.stream().map(ModuleFactory::name).toList();
        throw new UserError(key.name() + " = " + nameOrClass + " is not known." + Nearest.hint(nameOrClass, names)
            + " There are: " + String.join(", ", names) + "; or give the class name of a "
            + kind.getCanonicalName() + " from a jar named with --jars.");
    }

    /** All registered modules of a kind, by name. */
    public static <F extends ModuleFactory> List<F> all(Class<F> kind) {
        Map<String, F> found = new TreeMap<>();
        try {
            for (F factory : ServiceLoader.load(kind, classLoader())) {
                F other = found.putIfAbsent(factory.name(), factory);
                if (other != null && other.getClass() != factory.getClass()) {
                    throw new UserError("Two modules are called " + factory.name() + ": " + other.getClass().getName() + " and "
                        + factory.getClass().getName() + "; rename one, or name the wanted one by its class.");
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new UserError("A jar's list of modules cannot be used: " + e.getMessage(), e);
        }
        return new ArrayList<>(found.values());
    }

    private static <F extends ModuleFactory> F byClassName(Class<F> kind, Key<String> key, String className) {
        try {
            Class<?> type = Class.forName(className, true, classLoader());
            if (!kind.isAssignableFrom(type)) {
                throw new UserError(key.name() + " = " + className + ": this class is not a " + kind.getCanonicalName() + ".");
            }
            return kind.cast(type.getConstructor().newInstance());
        } catch (ClassNotFoundException e) {
            throw new UserError(key.name() + " = " + className + ": there is no such class on the class path; give its jar with --jars.");
        } catch (ReflectiveOperationException e) {
            throw new UserError(key.name() + " = " + className + ": it cannot be created, it needs a public constructor without arguments ("
                + e + ").", e);
        }
    }

    private static ClassLoader classLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : Modules.class.getClassLoader();
    }
}
