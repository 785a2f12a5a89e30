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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Many experiments from one file: configurations × values of any keys × seeds.
 *
 * <pre>{@code
 * name = lr-grid
 * base = "../quickstart.conf"               # what all runs have in common; beside it, or without it, settings in experiment { … }
 * experiment { rounds = 60 }
 * grid {                                    # every combination is run
 *   training.lr = [0.05, 0.1]
 *   training.batch-size = [8, 16]
 * }
 * configurations = [                        # each with every combination of the grid
 *   { name = full }
 *   { name = jwins, sharing.method = jwins }
 *   { base = "../fig4/choco.conf" }
 * ]
 * seeds = [1, 2, 3]
 * }</pre>
 *
 * <p>Every experiment is checked as {@code starling run} would before the first is run.
 */
public final class Sweep {
    static final Key<String> NAME = Key.string("name").orElse("sweep").check(v -> v.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}"), "letters, digits, '.', '_' and '-', at most 80")
        .doc("What the sweep is called; its runs are called so, too, unless their configurations have names.");
    static final Key<String> BASE = Key.string("base").optional().doc("A configuration file, relative to the sweep's, that all runs begin with.");
    static final Key<List<Integer>> SEEDS = Key.integers("seeds").optional().check(v -> !v.isEmpty() && new HashSet<>(v).size() == v.size(), "a list of different seeds")
        .doc("Every configuration is run once with each; without it, with the one seed that it has.");
    static final Key<Integer> PARALLEL = Key.integer("parallel").atLeast(0).orElse(0).doc("Runs at the same time; 0: as many as the task slots are enough for.");
    static final Key<Integer> SLOTS = Key.integer("slots").atLeast(0).orElse(0)
        .doc("Task slots of the embedded Spark; 0: as many as the largest run has nodes. On a cluster, what the cluster has.");
    static final Key<String> RESULTS = Key.string("results.path").optional()
        .doc("Folder for the runs of this sweep; without it, a folder of the sweep's name in the results.path of its first experiment.");
    static final Key<String> METRIC = Key.string("metric").optional()
        .doc("By what the best is chosen, as columns of the report are called; without it the validation set's accuracy if there is one, else the test set's.");

    /** Not {@link Key}s: what stands in them are settings of experiments. */
    private static final String EXPERIMENT = "experiment";
    private static final String GRID = "grid";
    private static final String CONFIGURATIONS = "configurations";

    private static final int MOST_RUNS = 10_000;

    /**
     * One run of a sweep.
     *
     * @param label by what it differs from the others, for people
     */
    public record Member(String label, Experiment experiment) {
    }

    private record Axis(String path, ConfigList values) {
    }

    private final Config config;
    private final Path folder;
    private final List<Member> members;

    private Sweep(Config config, Path folder, List<String> assignments) {
        this.config = config;
        this.folder = folder;
        checkKeys();
        members = members(assignments);
    }

    /** The keys of a sweep's file, beside its sections of settings. */
    public static List<Key<?>> keys() {
        return List.of(NAME, BASE, SEEDS, PARALLEL, SLOTS, RESULTS, METRIC);
    }

    /**
     * Reads a sweep and all its experiments.
     *
     * @param assignments {@code key=value}, which win in every experiment
     * @throws UserError if any of it cannot be used
     */
    public static Sweep load(Path file, List<String> assignments) {
        if (!Files.isRegularFile(file)) {
            throw new UserError("There is no configuration file " + file + ".");
        }
        try {
            return new Sweep(ConfigFactory.parseFile(file.toFile()).resolve(), file.toAbsolutePath().getParent(), assignments);
        } catch (ConfigException e) {
            throw new UserError("The sweep cannot be read: " + e.getMessage(), e);
        }
    }

    private void checkKeys() {
        Set<String> known = keys().stream().map(Key::name).collect(Collectors.toSet());
        known.addAll(List.of(EXPERIMENT, GRID, CONFIGURATIONS));
        for (var entry : config.root().withoutKey(EXPERIMENT).withoutKey(GRID).withoutKey(CONFIGURATIONS).toConfig().entrySet()) {
            String path = path(entry.getKey());
            if (!known.contains(path)) {
                throw new UserError("There is no key " + path + " in a sweep." + Nearest.hint(path, known) + " Settings of experiments stand in "
                    + EXPERIMENT + ", " + GRID + " or " + CONFIGURATIONS + ".");
            }
        }
    }

    private static String path(String quoted) {
        return String.join(".", ConfigUtil.splitPath(quoted));
    }

    private <T> T get(Key<T> key) {
        return config.hasPath(key.name()) ? key.checked(key.type().read(config, key.name())) : key.defaultValue();
    }

    private List<Member> members(List<String> assignments) {
        Config common = section(EXPERIMENT);
        List<Axis> axes = axes();
        List<Integer> seeds = get(SEEDS);
        List<Member> all = new ArrayList<>();
        for (Config configuration : configurations()) {
            Config given = configuration.withoutPath(BASE.name()).withFallback(common);
            Config own = given.withFallback(base(configuration));
            // The common file's name would be that of all; one of its own tells a configuration from the others.
            if (!given.hasPath("name") && !(configuration.hasPath(BASE.name()) && own.hasPath("name"))) {
                own = own.withValue("name", ConfigValueFactory.fromAnyRef(name()));
            }
            for (List<ConfigValue> values : combinations(axes)) {
                Config settings = own;
                StringBuilder label = new StringBuilder(own.getString("name"));
                for (int i = 0; i < values.size(); i++) {
                    // On top of what is there, so that a section keeps the settings that the grid does not name.
                    settings = values.get(i).atPath(ConfigUtil.joinPath(axes.get(i).path.split("\\."))).withFallback(settings);
                    label.append(i == 0 ? ": " : ", ").append(axes.get(i).path).append('=').append(values.get(i).valueType() == ConfigValueType.STRING
                        ? values.get(i).unwrapped() : values.get(i).render(ConfigRenderOptions.concise()));
                }
                if (seeds == null) {
                    all.add(member(label.toString(), settings, assignments));
                } else {
                    for (int seed : seeds) {
                        all.add(member(label + (label.indexOf(":") < 0 ? ": " : ", ") + "seed=" + seed, settings.withValue("seed", ConfigValueFactory.fromAnyRef(seed)), assignments));
                    }
                }
                if (all.size() > MOST_RUNS) {
                    throw new UserError("This sweep has more than " + MOST_RUNS + " runs: make the grid smaller.");
                }
            }
        }
        checkDifferent(all);
        return all;
    }

    private static Member member(String label, Config settings, List<String> assignments) {
        try {
            return new Member(label, Experiment.parse(settings.resolve().root().render(ConfigRenderOptions.concise()), assignments));
        } catch (UserError e) {
            throw new UserError(label + ": " + e.getMessage(), e);
        }
    }

    private static void checkDifferent(List<Member> members) {
        Set<String> seen = new HashSet<>();
        for (Member member : members) {
            if (!seen.add(member.experiment.fingerprint())) {
                throw new UserError("The sweep would do " + member.label + " more than once: what differs is only the name, or is overridden by --set.");
            }
        }
    }

    private Config section(String name) {
        if (!config.hasPath(name)) {
            return ConfigFactory.empty();
        }
        if (config.getValue(name).valueType() != ConfigValueType.OBJECT) {
            throw new UserError(name + " must be a section of settings, such as " + name + " { training.lr = 0.1 }.");
        }
        return config.getConfig(name);
    }

    /** The file that a configuration names, or else that the sweep does; empty if neither does. */
    private Config base(Config configuration) {
        String file = configuration.hasPath(BASE.name()) ? BASE.type().read(configuration, BASE.name()) : get(BASE);
        if (file == null) {
            return ConfigFactory.empty();
        }
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            throw new UserError("base = " + file + ": there is no configuration file " + path.normalize() + "; the name is relative to the sweep's own folder.");
        }
        return ConfigFactory.parseFile(path.toFile());
    }

    private List<Config> configurations() {
        if (!config.hasPath(CONFIGURATIONS)) {
            return List.of(ConfigFactory.empty());
        }
        List<Config> found = new ArrayList<>();
        if (config.getValue(CONFIGURATIONS) instanceof ConfigList list) {
            for (ConfigValue value : list) {
                if (value instanceof ConfigObject object) {
                    found.add(object.toConfig());
                }
            }
            if (!list.isEmpty() && found.size() == list.size()) {
                return found;
            }
        }
        throw new UserError(CONFIGURATIONS + " must be a list of settings, such as [{name = full}, {name = jwins, sharing.method = jwins}].");
    }

    /** In the order of the file, as a person would count: the last one changes fastest. */
    private List<Axis> axes() {
        List<Axis> axes = new ArrayList<>();
        section(GRID).entrySet().stream()
            .sorted(Comparator.<java.util.Map.Entry<String, ConfigValue>>comparingInt(e -> e.getValue().origin().lineNumber()).thenComparing(java.util.Map.Entry::getKey))
            .forEach(entry -> {
                String path = path(entry.getKey());
                if (!(entry.getValue() instanceof ConfigList list) || list.isEmpty()) {
                    throw new UserError(GRID + "." + path + " must be a list of values to try, such as [0.05, 0.1].");
                }
                axes.add(new Axis(path, list));
            });
        return axes;
    }

    private static List<List<ConfigValue>> combinations(List<Axis> axes) {
        List<List<ConfigValue>> combinations = List.of(List.of());
        for (Axis axis : axes) {
            List<List<ConfigValue>> longer = new ArrayList<>();
            for (List<ConfigValue> before : combinations) {
                for (ConfigValue value : axis.values) {
                    List<ConfigValue> one = new ArrayList<>(before);
                    one.add(value);
                    longer.add(one);
                }
            }
            combinations = longer;
            if (combinations.size() > MOST_RUNS) {
                throw new UserError("This sweep has more than " + MOST_RUNS + " runs: make the grid smaller.");
            }
        }
        return combinations;
    }

    public String name() {
        return get(NAME);
    }

    /** All runs, in their order. */
    public List<Member> members() {
        return members;
    }

    /** Runs at the same time; 0: as many as fit. */
    public int parallel() {
        return get(PARALLEL);
    }

    /** Task slots of an embedded Spark; 0: as many as the largest run needs. */
    public int slots() {
        return get(SLOTS);
    }

    /** Null if the file does not say. */
    public String resultsPath() {
        return get(RESULTS);
    }

    /** Null if the file does not say. */
    public String metric() {
        return get(METRIC);
    }
}
