package io.starling.spark;

import io.starling.config.Key;
import io.starling.config.KeySource;
import io.starling.spark.baseline.Baseline;
import io.starling.spark.data.DataKeys;
import io.starling.spark.data.DatasetSource;
import io.starling.spark.live.RunPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of the Spark side: data, results, and how the run is brought up on a cluster. */
public final class SparkKeys implements KeySource {
    public static final Key<String> DATASET = Key.string("dataset.kind").doc("Where the samples come from.");
    public static final Key<String> RESULTS = Key.string("results.path").orElse("results")
        .doc("Folder on any Hadoop file system under which every run gets a folder of its own.");
    public static final Key<Map<String, String>> CONF = Key.properties("spark.conf").orElse(Map.of())
        .doc("Spark settings for sessions that starling makes itself, such as { spark.executor.memory = 2g }; spark-submit's own win.");
    public static final Key<String> LAUNCH = Key.string("spark.launch").oneOf("tasks", "barrier").orElse("tasks")
        .doc("How Spark starts the nodes: as tasks of their own, of which one may be lost and restarted while the others go on; or as one barrier stage, "
            + "all at the same time or none, which ends with the first that is lost.");
    public static final Key<Duration> START_TIMEOUT = Key.duration("spark.start-timeout").orElse(Duration.ofSeconds(120))
        .check(v -> !v.isNegative() && !v.isZero(), "longer than 0")
        .doc("How long the nodes may take to register and to open their links before the first round.");
    public static final Key<Duration> SLOTS_TIMEOUT = Key.duration("spark.slots-timeout").orElse(Duration.ofSeconds(60))
        .doc("How long to wait for executors with enough task slots for all nodes.");

    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(List.of(RESULTS, CONF, LAUNCH, START_TIMEOUT, SLOTS_TIMEOUT));
        keys.addAll(RunPage.keys());
        keys.addAll(DataKeys.all());
        keys.add(Baseline.HIDDEN);
        return keys;
    }

    @Override
    public List<ModuleKind<?>> kinds() {
        return List.of(new ModuleKind<>(DATASET, DatasetSource.Factory.class), new ModuleKind<>(Baseline.ALGORITHM, Baseline.Factory.class));
    }
}
