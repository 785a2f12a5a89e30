package io.starling.spark;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.node.RunKeys;
import io.starling.spark.checkpoint.CheckpointFolder;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import io.starling.spark.results.ResultsFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Where a run that did not finish goes on: in its folder, after the newest round of which every node has a checkpoint.
 *
 * @param rounds how many rounds have been done; 0 if there were no checkpoints yet
 */
record Resumption(ResultsFolder folder, int rounds) {
    /** What may differ from the first time, as it does not change any result. */
    private static final Set<String> MAY_DIFFER = Set.of("spark", "communication", "lateness", "results");

    static Resumption of(SparkSession spark, Experiment experiment, String runId) {
        String path = experiment.get(SparkKeys.RESULTS) + "/" + runId;
        Row run = Results.open(spark, List.of(path)).table(ResultTable.RUNS).first();
        if (run.<String>getAs("status").equals("finished")) {
            throw new UserError("--resume " + runId + ": this run has finished; there is nothing to resume.");
        }
        requireSame(experiment, Experiment.parse(run.getAs("config_json"), List.of()), runId);
        try {
            Configuration hadoop = spark.sparkContext().hadoopConfiguration();
            ResultsFolder folder = new ResultsFolder(path, hadoop);
            int rounds = new CheckpointFolder(folder.path().toString(), hadoop).rewind(experiment.get(RunKeys.NODES));
            Results.rewind(spark, folder, rounds);
            return new Resumption(folder, rounds);
        } catch (IOException e) {
            throw new UserError("--resume " + runId + ": what it left cannot be read: " + e.getMessage(), e);
        }
    }

    private static void requireSame(Experiment now, Experiment before, String runId) {
        Map<String, String> differences = new TreeMap<>(now.given());
        Map<String, String> old = before.given();
        differences.entrySet().removeIf(e -> e.getValue().equals(old.get(e.getKey())));
        old.forEach((key, value) -> {
            if (!now.given().containsKey(key)) {
                differences.put(key, "(its default)");
            }
        });
        differences.keySet().removeIf(key -> MAY_DIFFER.contains(key.split("\\.")[0]));
        if (!differences.isEmpty()) {
            String key = differences.keySet().iterator().next();
            throw new UserError("--resume " + runId + ": the configuration is another one: " + key + " is " + differences.get(key) + " now, and was "
                + old.getOrDefault(key, "its default") + ". A run is resumed with the configuration it began with.");
        }
    }
}
