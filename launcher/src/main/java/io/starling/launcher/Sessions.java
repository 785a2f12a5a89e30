package io.starling.launcher;

import io.starling.config.UserError;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;

/** Makes the Spark session of a command: an embedded one, one on a cluster, or the one that spark-submit has prepared. */
final class Sessions {
    private static final String ENGINE_FLAGS = "--add-modules=jdk.incubator.vector -Xss512k";

    private Sessions() {
    }

    /** Whether spark-submit started this program and so decides on master and settings. */
    static boolean isSubmitted() {
        return System.getProperty("spark.submit.deployMode") != null || System.getProperty("spark.app.submitTime") != null;
    }

    /** A small embedded session for commands that only read. */
    static SparkSession forReading() {
        return open("starling", isSubmitted() ? null : "local[2]", Map.of(), List.of());
    }

    /**
     * @param master null: what spark-submit says
     * @param extra  settings of the configuration; those that are set from outside already win
     * @param jars   the user's modules, for the executors
     */
    static SparkSession open(String name, String master, Map<String, String> extra, List<Path> jars) {
        SparkConf conf = new SparkConf();
        extra.forEach(conf::setIfMissing);
        conf.setIfMissing("spark.app.name", name);
        if (master != null) {
            conf.setMaster(master);
        }
        String where = conf.get("spark.master", "");
        if (where.startsWith("local")) {
            onThisMachineOnly(conf);
        }
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.locality.wait", "0s");
        conf.setIfMissing("spark.task.maxFailures", "8");
        conf.setIfMissing("spark.rpc.netty.dispatcher.numThreads", "4");
        conf.setIfMissing("spark.sql.shuffle.partitions", "4");
        conf.setIfMissing("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        // Nodes are what runs in parallel; native libraries must not start threads of their own.
        conf.setIfMissing("spark.executorEnv.OMP_NUM_THREADS", "1");
        if (!isSubmitted()) {
            conf.setIfMissing("spark.executor.extraJavaOptions", ENGINE_FLAGS);
        }
        if (!jars.isEmpty()) {
            String own = String.join(",", jars.stream().map(jar -> jar.toAbsolutePath().toString()).toList());
            conf.set("spark.jars", conf.contains("spark.jars") ? conf.get("spark.jars") + "," + own : own);
        }
        return SparkSession.builder().config(conf).getOrCreate();
    }

    /** Embedded Spark listens on loopback only. */
    private static void onThisMachineOnly(SparkConf conf) {
        conf.setIfMissing("spark.driver.host", "127.0.0.1");
        conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
        Utils.setCustomHostname("127.0.0.1");
        if (conf.get("spark.master").startsWith("local-cluster") && System.getenv("SPARK_HOME") == null) {
            throw new UserError("--master " + conf.get("spark.master") + " starts executors from $SPARK_HOME/jars, but SPARK_HOME is not set: "
                + "use the bin/starling of `./gradlew installDist`, which sets it.");
        }
    }

    /** Makes the classes of the user's jars findable on this side; {@link #open} sends the jars to the executors. */
    static void useJars(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            if (!Files.isReadable(jars.get(i))) {
                throw new UserError("--jars " + jars.get(i) + ": there is no such file, or it cannot be read.");
            }
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new URLClassLoader(urls, thread.getContextClassLoader()));
    }
}
