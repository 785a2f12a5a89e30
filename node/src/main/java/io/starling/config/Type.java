package io.starling.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The type of a configuration value: how it is read, and how it is called in messages and in the reference.
 *
 * @param <T> the Java type
 */
public final class Type<T> {
    static final Type<Integer> INTEGER = new Type<>("integer", Type::wholeInt);
    static final Type<Long> LONG = new Type<>("integer", Config::getLong);
    static final Type<Double> NUMBER = new Type<>("number", Config::getDouble);
    static final Type<Boolean> FLAG = new Type<>("true or false", Config::getBoolean);
    static final Type<String> STRING = new Type<>("text", Config::getString);
    static final Type<Duration> DURATION = new Type<>("time span", Config::getDuration);
    static final Type<Long> BYTES = new Type<>("size in bytes", Config::getBytes);
    static final Type<List<Integer>> INTEGERS = new Type<>("list of integers", Config::getIntList);
    static final Type<List<Double>> NUMBERS = new Type<>("list of numbers", Config::getDoubleList);
    static final Type<List<String>> STRINGS = new Type<>("list of texts", Config::getStringList);
    static final Type<Map<String, String>> PROPERTIES = new Type<>("name-value pairs", Type::pairs);

    private final String label;
    private final BiFunction<Config, String, T> reader;

    private Type(String label, BiFunction<Config, String, T> reader) {
        this.label = label;
        this.reader = reader;
    }

    public String label() {
        return label;
    }

    boolean isProperties() {
        return (Object) this == PROPERTIES;
    }

    T read(Config config, String path) {
        try {
            return reader.apply(config, path);
        } catch (ConfigException | ArithmeticException e) {
            throw new UserError(path + " = " + config.getValue(path).unwrapped() + " is not allowed: it must be "
                + ("aeiou".indexOf(label.charAt(0)) >= 0 ? "an " : "a ") + label + where(config, path) + ".");
        }
    }

    private static String where(Config config, String path) {
        var origin = config.getValue(path).origin();
        return origin.lineNumber() > 0 ? " (" + origin.description() + ")" : "";
    }

    /** 1.5 is not silently cut to 1. */
    private static Integer wholeInt(Config config, String path) {
        double value = config.getDouble(path);
        if (value != Math.rint(value)) {
            throw new ArithmeticException("not whole");
        }
        return config.getInt(path);
    }

    private static Map<String, String> pairs(Config config, String path) {
        Map<String, String> pairs = new TreeMap<>();
        for (var entry : config.getConfig(path).entrySet()) {
            if (entry.getValue().valueType() == ConfigValueType.LIST) {
                throw new ConfigException.WrongType(entry.getValue().origin(), "a list");
            }
            String key = String.join(".", com.typesafe.config.ConfigUtil.splitPath(entry.getKey()));
            pairs.put(key, String.valueOf(entry.getValue().unwrapped()));
        }
        return pairs;
    }

    @Override
    public String toString() {
        return label;
    }
}
