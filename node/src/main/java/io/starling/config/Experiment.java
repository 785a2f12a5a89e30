package io.starling.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One experiment's configuration: HOCON, every value checked against the {@link KeyTable} when it is read.
 *
 * <p>After loading, every value has the right type and range, and there is no key that nobody knows. What can only be
 * checked against something else (a graph against the number of nodes, say) is checked by who knows both.
 *
 * <p>{@code overrides = [{nodes = "0-7, 9", training.lr = 0.05}]} gives chosen nodes other values; later entries win.
 */
public final class Experiment implements Settings {
    /** Not a {@link Key}: its entries are settings themselves. */
    static final String OVERRIDES = "overrides";
    /** Sections that say how and where something is run, not what. */
    private static final List<String> NOT_IN_NUMBERS = List.of("results.", "spark.", "ui.");

    private static final Pattern SECRET = Pattern.compile("(?i)secret|password|token|credential|(access|private)[-._]?key");
    private static final String NOT_SHOWN = "(not shown)";

    private final Config config;
    private final Map<String, Object> values;
    private final List<Override> overrides;

    private record Override(NodeSet nodes, Map<String, Object> values) {
    }

    private Experiment(Config config, Map<String, Object> values, List<Override> overrides) {
        this.config = config;
        this.values = values;
        this.overrides = overrides;
    }

    /** Reads a file, which may {@code include} others beside it. */
    public static Experiment load(Path file, List<String> assignments) {
        if (!Files.isRegularFile(file)) {
            throw new UserError("There is no configuration file " + file + ".");
        }
        try {
            return of(ConfigFactory.parseFile(file.toFile()), assignments);
        } catch (ConfigException e) {
            throw notHocon(e);
        }
    }

    /** Reads a text; {@code assignments} are {@code key=value} as given with {@code --set}, and win. */
    public static Experiment parse(String hocon, List<String> assignments) {
        try {
            return of(ConfigFactory.parseString(hocon), assignments);
        } catch (ConfigException e) {
            throw notHocon(e);
        }
    }

    private static UserError notHocon(ConfigException e) {
        return new UserError("The configuration cannot be read: " + e.getMessage(), e);
    }

    private static Experiment of(Config parsed, List<String> assignments) {
        Config given = parsed;
        for (String assignment : assignments) {
            given = assign(given, assignment);
        }
        given = given.resolve();
        KeyTable table = KeyTable.load();
        table.addChosen(given);
        List<Override> overrides = given.hasPath(OVERRIDES) ? overrides(given.getValue(OVERRIDES), table) : List.of();
        return new Experiment(given, check(given.root().withoutKey(OVERRIDES).toConfig(), table, false), overrides);
    }

    private static Config assign(Config config, String assignment) {
        int equals = assignment.indexOf('=');
        if (equals <= 0) {
            throw new UserError("--set " + assignment + " is not of the form key=value.");
        }
        String path = assignment.substring(0, equals).strip();
        String text = assignment.substring(equals + 1).strip();
        boolean structured = text.startsWith("[") || text.startsWith("{") || text.startsWith("\"");
        try {
            ConfigValue value = structured
                ? ConfigFactory.parseString("v = " + text).getValue("v")
                : ConfigValueFactory.fromAnyRef(text, "--set " + path);
            return config.withValue(path, value);
        } catch (ConfigException e) {
            throw new UserError("--set " + assignment + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> check(Config config, KeyTable table, boolean perNode) {
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
            String path = String.join(".", ConfigUtil.splitPath(entry.getKey()));
            var origin = entry.getValue().origin();
            Key<?> key = table.find(path, origin.lineNumber() > 0 ? " (" + origin.description() + ")" : "");
            if (perNode && !key.isPerNode()) {
                throw new UserError(OVERRIDES + ": " + key + " must be the same for all nodes, it cannot be overridden for some.");
            }
            values.computeIfAbsent(key.name(), name -> read(key, config));
        }
        return values;
    }

    private static <T> T read(Key<T> key, Config config) {
        if (config.getValue(key.name()).valueType() == ConfigValueType.OBJECT && !key.type().isProperties()) {
            throw new UserError(key + " is a " + key.type().label() + ", not a section with keys of its own.");
        }
        return key.checked(key.type().read(config, key.name()));
    }

    private static List<Override> overrides(ConfigValue value, KeyTable table) {
        if (!(value instanceof ConfigList list)) {
            throw new UserError(OVERRIDES + " must be a list such as [{nodes = \"0-7\", training.lr = 0.05}].");
        }
        List<Override> overrides = new ArrayList<>();
        for (ConfigValue entry : list) {
            if (!(entry instanceof ConfigObject object) || !object.containsKey("nodes")) {
                throw new UserError(OVERRIDES + ": the entry " + entry.render(ConfigRenderOptions.concise())
                    + " must be settings with the nodes they are for, such as {nodes = \"0-7\", training.lr = 0.05}.");
            }
            NodeSet nodes = NodeSet.parse(OVERRIDES + ".nodes", String.valueOf(object.get("nodes").unwrapped()));
            overrides.add(new Override(nodes, check(object.withoutKey("nodes").toConfig(), table, true)));
        }
        return overrides;
    }

    @java.lang.Override
    public <T> T get(Key<T> key) {
        return get(key, values);
    }

    @SuppressWarnings("unchecked") // put there by read(key, …)
    private static <T> T get(Key<T> key, Map<String, Object> values) {
        Object value = values.get(key.name());
        if (value != null) {
            return (T) value;
        }
        if (key.isRequired()) {
            throw new UserError("The configuration key " + key + " is missing (" + key.type().label()
                + (key.wanted().isEmpty() ? "" : ", " + key.wanted()) + "): " + key.doc());
        }
        return key.defaultValue();
    }

    @java.lang.Override
    public boolean has(Key<?> key) {
        return values.containsKey(key.name()) || key.defaultValue() != null;
    }

    /** The settings in force for one node: these, with the overrides that name it. */
    public Settings forNode(int node) {
        Map<String, Object> own = new HashMap<>(values);
        for (Override override : overrides) {
            if (override.nodes.contains(node)) {
                own.putAll(override.values);
            }
        }
        return new Settings() {
            @java.lang.Override
            public <T> T get(Key<T> key) {
                return Experiment.get(key, own);
            }

            @java.lang.Override
            public boolean has(Key<?> key) {
                return own.containsKey(key.name()) || key.defaultValue() != null;
            }
        };
    }

    /** Refuses overrides for nodes that do not exist. */
    public void checkOverrides(int nodes) {
        for (Override override : overrides) {
            if (override.nodes.largest() >= nodes) {
                throw new UserError(OVERRIDES + ".nodes names node " + override.nodes.largest() + ", but nodes = " + nodes
                    + ": the last one is node " + (nodes - 1) + ".");
            }
        }
    }

    /** The same with other texts for some keys. */
    public Experiment with(Map<Key<String>, String> texts) {
        Config changed = config;
        for (Map.Entry<Key<String>, String> text : texts.entrySet()) {
            changed = changed.withValue(text.getKey().name(), ConfigValueFactory.fromAnyRef(text.getValue()));
        }
        return texts.isEmpty() ? this : of(changed, List.of());
    }

    /**
     * As JSON on one line, to be sent to executors and kept with the results; {@link #parse} reads it back. Passwords and the like, such
     * as those of Spark under {@code spark.conf}, are left out: results are read by more people than may know them.
     */
    public String toJson() {
        Config shown = config;
        for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
            if (SECRET.matcher(entry.getKey()).find()) {
                shown = shown.withValue(entry.getKey(), ConfigValueFactory.fromAnyRef(NOT_SHOWN));
            }
        }
        return shown.root().render(ConfigRenderOptions.concise());
    }

    /** The same settings, some with other values. */
    public Experiment with(String... assignments) {
        return of(config, List.of(assignments));
    }

    /**
     * Sixteen hexadecimal digits that are the same for two experiments of which the same numbers are to be expected: of all that is given, but for the
     * name, and for where the results go and what Spark is like.
     */
    public String fingerprint() {
        StringBuilder text = new StringBuilder();
        given().forEach((key, value) -> {
            if (!key.equals("name") && NOT_IN_NUMBERS.stream().noneMatch(key::startsWith)) {
                text.append(key).append('=').append(value).append('\n');
            }
        });
        if (config.hasPath(OVERRIDES)) {
            text.append(OVERRIDES).append('=').append(config.getValue(OVERRIDES).render(ConfigRenderOptions.concise()));
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    /** Every value given, by key, for a person to read. */
    public Map<String, String> given() {
        Map<String, String> given = new TreeMap<>();
        values.forEach((name, value) -> given.put(name, String.valueOf(value)));
        return given;
    }
}
