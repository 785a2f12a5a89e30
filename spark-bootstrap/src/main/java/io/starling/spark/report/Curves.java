package io.starling.spark.report;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts runs together that differ by their seed only, and finds names by which a reader can tell the rest apart. */
public final class Curves {
    private static final int LONGEST_VALUE = 40;

    private Curves() {
    }

    /** One curve for each configuration, in the order of their first runs. */
    public static List<Curve> of(List<RunTables> runs) {
        Map<Map<String, String>, List<RunTables>> groups = new LinkedHashMap<>();
        for (RunTables run : runs) {
            groups.computeIfAbsent(identity(run), key -> new ArrayList<>()).add(run);
        }
        List<String> labels = labels(new ArrayList<>(groups.keySet()));
        List<Curve> curves = new ArrayList<>();
        groups.values().forEach(group -> curves.add(new Curve(labels.get(curves.size()), group)));
        return curves;
    }

    /** Everything in the configuration that may change what comes out, but for the seed. */
    private static Map<String, String> identity(RunTables run) {
        Map<String, String> values = settings(run.config());
        values.remove("seed");
        values.keySet().removeIf(key -> key.startsWith("results.") || key.startsWith("ui."));
        values.putIfAbsent("name", run.name());
        return values;
    }

    /** Key → value as text. */
    static NavigableMap<String, String> settings(String json) {
        NavigableMap<String, String> values = new TreeMap<>();
        try {
            Config config = ConfigFactory.parseString(json.isBlank() ? "{}" : json);
            config.entrySet().forEach(entry -> values.put(String.join(".", ConfigUtil.splitPath(entry.getKey())), entry.getValue().valueType()
                == com.typesafe.config.ConfigValueType.STRING ? entry.getValue().unwrapped().toString() : entry.getValue().render(ConfigRenderOptions.concise())));
        } catch (ConfigException e) {
            values.put("configuration", json);
        }
        return values;
    }

    /** Names if they are enough, else with what differs among the curves of one name. */
    private static List<String> labels(List<Map<String, String>> configurations) {
        List<String> labels = new ArrayList<>();
        for (Map<String, String> own : configurations) {
            List<Map<String, String>> namesakes = configurations.stream().filter(other -> other.get("name").equals(own.get("name"))).toList();
            String differences = differingKeys(namesakes).stream().map(key -> key + "=" + shortened(own.getOrDefault(key, "default"))).collect(Collectors.joining(", "));
            labels.add(differences.isEmpty() ? own.get("name") : own.get("name") + ": " + differences);
        }
        return labels;
    }

    /** The keys in which some of the configurations differ. */
    static TreeSet<String> differingKeys(List<Map<String, String>> configurations) {
        TreeSet<String> keys = new TreeSet<>();
        configurations.forEach(configuration -> keys.addAll(configuration.keySet()));
        keys.removeIf(key -> configurations.stream().map(configuration -> configuration.get(key)).distinct().count() < 2
            || configurations.stream().allMatch(configuration -> Objects.isNull(configuration.get(key))));
        return keys;
    }

    private static String shortened(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE - 1) + "…";
    }
}
