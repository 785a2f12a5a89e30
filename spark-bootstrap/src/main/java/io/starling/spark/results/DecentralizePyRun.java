package io.starling.spark.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.starling.metrics.EvaluationRecord;
import io.starling.spark.decentralizepy.Ini;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * A run of DecentralizePy as rows of our tables, to be looked at beside our own.
 *
 * <p>Its nodes leave {@code <rank>_results.json} in the log folder, or in {@code machine0}, {@code machine1}, … below it: metric → round, counted
 * from 1 → value. Bytes are cumulative there. Copies of the INI file and of the command line's arguments lie beside them.
 */
final class DecentralizePyRun {
    private static final Pattern RESULTS = Pattern.compile("(-?\\d+)_results\\.json");
    private static final Pattern MACHINE = Pattern.compile("machine(\\d+)");
    private static final int DEFAULT_SEED = 97;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String run;
    private final FileSystem fileSystem;
    private final Map<ResultTable<?>, List<Row>> rows = new HashMap<>();
    private final Map<Integer, Integer> lastRounds = new TreeMap<>();
    private final ObjectNode configuration = JSON.createObjectNode();
    private long seed = DEFAULT_SEED;

    private DecentralizePyRun(String run, FileSystem fileSystem) {
        this.run = run;
        this.fileSystem = fileSystem;
    }

    /** The run in a folder; null if there is none. */
    static DecentralizePyRun at(Path folder, FileSystem fileSystem) throws IOException {
        if (!fileSystem.exists(folder) || !fileSystem.getFileStatus(folder).isDirectory()) {
            return null;
        }
        DecentralizePyRun run = new DecentralizePyRun(folder.getName(), fileSystem);
        List<Path> machines = run.children(folder, MACHINE);
        int nodes = run.readNodes(folder, 0);
        for (Path machine : machines) {
            nodes += run.readNodes(machine, nodes);
        }
        if (run.lastRounds.isEmpty()) {
            return null;
        }
        run.readSettings(folder);
        if (!machines.isEmpty()) {
            run.readSettings(machines.get(0));
        }
        run.describe();
        return run;
    }

    List<Row> rows(ResultTable<?> table) {
        return rows.getOrDefault(table, List.of());
    }

    /** Files or folders whose whole name matches, by the number in it. */
    private List<Path> children(Path folder, Pattern name) throws IOException {
        List<Path> found = new ArrayList<>();
        for (FileStatus child : fileSystem.listStatus(folder)) {
            if (name.matcher(child.getPath().getName()).matches()) {
                found.add(child.getPath());
            }
        }
        found.sort(Comparator.comparingInt(path -> number(path, name)));
        return found;
    }

    private static int number(Path path, Pattern name) {
        Matcher matcher = name.matcher(path.getName());
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** Ranks count from 0 on every machine; a negative one is a server's. Returns how many nodes there were. */
    private int readNodes(Path folder, int before) throws IOException {
        int nodes = 0;
        for (Path file : children(folder, RESULTS)) {
            int rank = number(file, RESULTS);
            int node = rank < 0 ? rank : before + rank;
            nodes += rank < 0 ? 0 : 1;
            try {
                readNode(node, JSON.readTree(text(file)));
            } catch (JsonProcessingException e) {
                // It is written anew in every round; a node that is killed meanwhile leaves half of it.
                lastRounds.put(node, 0);
                add(ResultTable.FAILURES, Map.of("node", node, "incarnation", 0, "round", -1, "kind", "failed", "peer", -1,
                    "message", file.getName() + " cannot be read: " + e.getOriginalMessage()));
            }
        }
        return nodes;
    }

    private void readNode(int node, JsonNode metrics) {
        TreeSet<Integer> rounds = new TreeSet<>();
        metrics.forEach(series -> series.fieldNames().forEachRemaining(round -> rounds.add(Integer.parseInt(round))));
        lastRounds.put(node, rounds.isEmpty() ? 0 : rounds.last());
        long bytesBefore = 0;
        long metadataBefore = 0;
        for (int round : rounds) {
            long bytes = whole(metrics, "total_bytes", round, bytesBefore);
            long metadata = whole(metrics, "total_meta", round, metadataBefore);
            add(ResultTable.ROUNDS, Map.of("node", node, "incarnation", 0, "round", round - 1,
                "payload_sent_bytes", bytes - bytesBefore - (metadata - metadataBefore), "metadata_sent_bytes", metadata - metadataBefore, "framing_sent_bytes", 0L));
            bytesBefore = bytes;
            metadataBefore = metadata;
            evaluation(node, round, EvaluationRecord.TEST, metrics.path("test_loss"), metrics.path("test_acc"));
            evaluation(node, round, EvaluationRecord.VALIDATION, metrics.path("validation_loss"), metrics.path("validation_acc"));
            evaluation(node, round, EvaluationRecord.TRAIN, metrics.path("train_loss"), JSON.createObjectNode());
        }
    }

    private static long whole(JsonNode metrics, String metric, int round, long otherwise) {
        return metrics.path(metric).path(String.valueOf(round)).asLong(otherwise);
    }

    private void evaluation(int node, int rounds, String part, JsonNode loss, JsonNode accuracy) {
        String key = String.valueOf(rounds);
        if (loss.has(key) || accuracy.has(key)) {
            Map<String, Object> values = new HashMap<>(Map.of("node", node, "incarnation", 0, "rounds", rounds, "part", part));
            put(values, "loss", loss.path(key));
            put(values, "accuracy_percent", accuracy.path(key));
            add(ResultTable.EVALUATIONS, values);
        }
    }

    private static void put(Map<String, Object> values, String column, JsonNode value) {
        if (value.isNumber() && Double.isFinite(value.asDouble())) {
            values.put(column, value.asDouble());
        }
    }

    private void readSettings(Path folder) throws IOException {
        for (FileStatus file : fileSystem.listStatus(folder)) {
            String name = file.getPath().getName();
            if (name.endsWith(".ini")) {
                Ini ini = Ini.parse(text(file.getPath()));
                ini.sections().forEach((section, values) -> values.forEach((key, value) -> configuration.put(section + "." + key, value)));
                ini.value("DATASET", "random_seed").ifPresent(this::seed);
            } else if (name.equals("args.json")) {
                JsonNode arguments = JSON.readTree(text(file.getPath()));
                // Where it wrote to has no part in what it wrote.
                arguments.fields().forEachRemaining(argument -> {
                    if (!argument.getKey().endsWith("_dir") && argument.getValue().isValueNode()) {
                        configuration.put(argument.getKey(), argument.getValue().asText());
                    }
                });
            }
        }
    }

    private void seed(String text) {
        try {
            seed = Long.parseLong(text);
            configuration.remove("DATASET.random_seed");
        } catch (NumberFormatException e) {
            // It stays among the settings as it is.
            seed = DEFAULT_SEED;
        }
    }

    private void describe() {
        int rounds = lastRounds.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int nodes = (int) lastRounds.keySet().stream().filter(node -> node >= 0).count();
        int finished = (int) lastRounds.entrySet().stream().filter(node -> node.getKey() >= 0 && node.getValue() == rounds).count();
        configuration.put("name", run).put("framework", "DecentralizePy");
        add(ResultTable.RUNS, Map.of("name", run, "status", finished == nodes ? "finished" : "degraded", "nodes", nodes, "rounds", rounds, "seed", seed,
            "nodes_finished", finished, "config_json", configuration.toString(), "starling_version", "DecentralizePy"));
    }

    private void add(ResultTable<?> table, Map<String, Object> values) {
        String[] columns = table.schema().fieldNames();
        Object[] row = new Object[columns.length];
        row[0] = run;
        for (int c = 1; c < columns.length; c++) {
            row[c] = values.get(columns[c]);
        }
        rows.computeIfAbsent(table, t -> new ArrayList<>()).add(RowFactory.create(row));
    }

    private String text(Path file) throws IOException {
        try (InputStream in = fileSystem.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
