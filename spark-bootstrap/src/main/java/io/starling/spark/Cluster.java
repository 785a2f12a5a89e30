package io.starling.spark;

import io.starling.communication.Deadline;
import io.starling.config.UserError;
import io.starling.mapping.Mapping;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.storage.BlockManagerId;
import scala.collection.JavaConverters;

/** What Spark gives a run: task slots, and executors to put nodes on. */
final class Cluster {
    private static final long POLL_MILLIS = 200;

    private final SparkContext spark;

    Cluster(SparkContext spark) {
        this.spark = spark;
    }

    /**
     * Makes sure that all nodes can run at the same time, as they wait for each other: Spark would start as many as there are
     * slots, and those would wait for ever for the others.
     */
    void requireSlots(int nodes, Duration timeout, Consumer<String> narrate) throws InterruptedException {
        SparkConf conf = spark.getConf();
        if (conf.getBoolean("spark.speculation", false)) {
            throw new UserError("spark.speculation = true would start second copies of slow nodes: set spark.speculation=false.");
        }
        if (conf.getBoolean("spark.dynamicAllocation.enabled", false)) {
            int most = conf.getInt("spark.dynamicAllocation.maxExecutors", Integer.MAX_VALUE);
            int least = conf.getInt("spark.dynamicAllocation.minExecutors", 0);
            if (least != most) {
                throw new UserError("spark.dynamicAllocation.enabled = true may take executors from a run or give them too late: "
                    + "set spark.dynamicAllocation.enabled=false and spark.executor.instances, or equal minExecutors and maxExecutors.");
            }
        }
        Deadline deadline = Deadline.after(spark.isLocal() ? Duration.ZERO : timeout);
        long lastSaid = System.nanoTime();
        while (slots() < nodes) {
            if (deadline.hasPassed()) {
                throw new UserError(tooFew(nodes, conf));
            }
            if (System.nanoTime() - lastSaid > 5_000_000_000L) {
                narrate.accept("waiting for executors: " + slots() + " task slots of the " + nodes + " needed, " + deadline);
                lastSaid = System.nanoTime();
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String tooFew(int nodes, SparkConf conf) {
        String master = spark.master();
        String fix = spark.isLocal() ? "use --master local[" + nodes + "] (or leave --master out)"
            : master.startsWith("local-cluster") ? "use --master local-cluster[executors,cores,memory] with executors × cores ≥ " + nodes
            : "raise spark.executor.instances, spark.executor.cores or spark.cores.max, or lower spark.task.cpus (now "
                + conf.getInt("spark.task.cpus", 1) + ")";
        return "nodes = " + nodes + " need as many task slots at the same time, but master " + master + " has " + slots() + ": " + fix + ", or set fewer nodes.";
    }

    int slots() {
        return spark.maxNumConcurrentTasks(spark.resourceProfileManager().defaultResourceProfile());
    }

    /** Each node's wished place, as Spark writes it; empty if there is nothing to choose. */
    String[] locations(Mapping mapping, int nodes) {
        List<BlockManagerId> executors = executors();
        if (executors.size() < 2) {
            return new String[0];
        }
        String[] locations = new String[nodes];
        for (int node = 0; node < nodes; node++) {
            BlockManagerId executor = executors.get(mapping.place(node, nodes, executors.size()));
            locations[node] = "executor_" + executor.host() + "_" + executor.executorId();
        }
        return locations;
    }

    private List<BlockManagerId> executors() {
        return JavaConverters.asJavaCollection(spark.env().blockManager().master().getMemoryStatus().keys()).stream()
            .filter(id -> !id.isDriver())
            .sorted((a, b) -> a.executorId().length() != b.executorId().length()
                ? Integer.compare(a.executorId().length(), b.executorId().length()) : a.executorId().compareTo(b.executorId()))
            .toList();
    }
}
