package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product on every kind of master, and on HDFS. */
class ClusterIT {
    private static final String QUICKSTART = Product.CONF.resolve("quickstart.conf").toString();

    /** In the names of all jars of DL4J and ND4J. */
    private static final String DL4J_VERSION = "1.0.0-M2.1";

    @TempDir
    Path folder;

    private JsonNode run(String... more) throws Exception {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(new String[] {"run", QUICKSTART, "--json", "--set", "rounds=12"}, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        Product.Outcome outcome = new Product(folder).starling(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out().strip().lines()).hasSize(1);
        return outcome.json();
    }

    @Test
    void sameNumbersOnOneExecutorAndOnTwo() throws Exception {
        JsonNode local = run();
        JsonNode cluster = run("--master", "local-cluster[2,8,1024]");
        assertThat(cluster.get("accuracy")).isEqualTo(local.get("accuracy"));
        assertThat(cluster.get("loss")).isEqualTo(local.get("loss"));
        assertThat(cluster.get("bytesSent")).isEqualTo(local.get("bytesSent"));
        assertThat(rounds(cluster)).isEqualTo(rounds(local));
    }

    /** Every row of rounds and evaluations, without the columns that are times. */
    private String rounds(JsonNode run) throws Exception {
        String path = run.get("resultsPath").asText();
        return ResultRows.without(path, "rounds", "run", "elapsed_ms", "compute_ms", "slot_wait_ms", "communication_ms", "wait_ms", "cpu_ms", "heap_bytes")
            + ResultRows.without(path, "evaluations", "run", "elapsed_ms", "evaluation_ms");
    }

    @Test
    void runsOnAStandaloneClusterOfSeparateProcesses() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster(folder, 2, 8)) {
            JsonNode run = run("--master", cluster.master(), "--set", "spark.conf={spark.driver.host=127.0.0.1, spark.executor.memory=1g}");
            assertThat(run.get("status").asText()).isEqualTo("finished");
            assertThat(run.get("accuracy")).isEqualTo(run().get("accuracy"));
        }
    }

    @Test
    void sparkSubmitWithTheOneJar() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster(folder, 1, 16)) {
            JsonNode run = submit(cluster, List.of(), "run", QUICKSTART, "--json", "--set", "rounds=3");
            assertThat(run.get("nodes").asInt()).isEqualTo(16);
        }
    }

    /** DL4J has a jar of its own; the network's file is read by the driver, as executors need not have it. */
    @Test
    void sparkSubmitWithDl4j() throws Exception {
        Path network = Files.copy(Product.CONF.resolve("digits-dl4j.json"), folder.resolve("network.json"));
        try (StandaloneCluster cluster = new StandaloneCluster(folder, 1, 16)) {
            JsonNode run = submit(cluster, List.of("--jars", submitJar("starling-dl4j-").toString()), "run", QUICKSTART, "--json",
                "--set", "rounds=2", "--set", "nodes=4", "--set", "graph.kind=ring", "--set", "model.name=dl4j", "--set", "model.dl4j=" + network);
            assertThat(run.get("status").asText()).isEqualTo("finished");
            assertThat(run.get("failures").asInt()).isZero();
        }
    }

    private static Path submitJar(String start) throws Exception {
        try (Stream<Path> jars = Files.list(Product.HOME.resolve("submit"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(start)).findFirst().orElseThrow();
        }
    }

    private JsonNode submit(StandaloneCluster cluster, List<String> options, String... arguments) throws Exception {
        // As bin/spark-submit does, which is not among Spark's Maven artifacts.
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", sparkOnly(),
            "org.apache.spark.launcher.Main", "org.apache.spark.deploy.SparkSubmit", "--master", cluster.master(), "--class", "io.starling.launcher.Starling",
            "--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.executor.memory=1g",
            "--conf", "spark.driver.extraJavaOptions=--add-modules=jdk.incubator.vector",
            "--conf", "spark.executor.extraJavaOptions=--add-modules=jdk.incubator.vector"));
        command.addAll(options);
        command.add(submitJar("starling-spark-").toString());
        command.addAll(List.of(arguments));
        Path home = sparkHome();
        Map<String, String> environment = Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.12", "SPARK_LOCAL_IP", "127.0.0.1");
        Product.Outcome built = new Product(folder).run(environment, command);
        assertThat(built.exitCode()).as(built.err()).isZero();
        List<String> submit = java.util.Arrays.stream(built.out().split("\0")).map(String::strip).filter(s -> !s.isEmpty()).toList();
        Product.Outcome outcome = new Product(folder).run(environment, submit);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.json();
    }

    /** A Spark home without any of this project's jars, as clusters have it. */
    private Path sparkHome() throws Exception {
        Path jars = Files.createDirectories(folder.resolve("spark-home/jars"));
        for (Path jar : Files.list(Product.HOME.resolve("jars")).toList()) {
            String name = jar.getFileName().toString();
            boolean own = name.startsWith("node-") || name.startsWith("spark-bootstrap-") || name.startsWith("launcher-")
                || name.startsWith("config-") || name.startsWith("picocli-") || name.startsWith("jgrapht-") || name.startsWith("openblas-")
                || name.startsWith("javacpp-") || name.contains(DL4J_VERSION);
            if (!own && !Files.exists(jars.resolve(name))) {
                Files.createSymbolicLink(jars.resolve(name), jar);
            }
        }
        return jars.getParent();
    }

    private String sparkOnly() throws Exception {
        return sparkHome().resolve("jars") + "/*";
    }

    @Test
    void resultsOnHdfs() throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        try {
            hdfs.waitActive();
            String uri = hdfs.getURI() + "/results";
            JsonNode run = run("--set", "results.path=" + uri);
            assertThat(run.get("resultsPath").asText()).startsWith(uri);
            FileSystem files = hdfs.getFileSystem();
            org.apache.hadoop.fs.Path results = new org.apache.hadoop.fs.Path(run.get("resultsPath").asText());
            assertThat(files.exists(new org.apache.hadoop.fs.Path(results, "rounds/_SUCCESS"))).isTrue();
            assertThat(files.exists(new org.apache.hadoop.fs.Path(results, "live"))).isFalse();
            Product.Outcome report = new Product(folder).starling("report", uri);
            assertThat(report.exitCode()).as(report.err()).isZero();
            assertThat(report.out()).contains(run.get("run").asText()).contains("finished");
        } finally {
            hdfs.shutdown();
        }
    }

    @Test
    void manyNodesOnOneMachine() throws Exception {
        Path conf = folder.resolve("many.conf");
        Files.writeString(conf, "name = many, nodes = 256, rounds = 20, graph { kind = regular, degree = 5 }, dataset { kind = synthetic, synthetic.train = 5120 }, "
            + "model.name = logistic, training { batch-size = 8, local-steps = 1 }, evaluation.every = 0");
        Process process = new Product(folder).start("many", Map.of("STARLING_OPTS", "-Xmx2g"), Product.command("run", conf.toString(), "--json"));
        long peakKib = 0;
        while (!process.waitFor(250, TimeUnit.MILLISECONDS)) {
            peakKib = Math.max(peakKib, residentKib(process.pid()));
        }
        assertThat(process.exitValue()).as(new Product(folder).errors("many")).isZero();
        assertThat(peakKib).as("resident memory in KiB").isBetween(1L, 4L << 20);
    }

    private static long residentKib(long pid) throws Exception {
        Path status = Path.of("/proc/" + pid + "/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try {
            return Files.readAllLines(status).stream().filter(l -> l.startsWith("VmRSS")).map(l -> l.replaceAll("\\D", "")).mapToLong(Long::parseLong).sum();
        } catch (java.io.IOException e) {
            return 0; // it has just ended
        }
    }

    @Test
    void anInterruptedRunStopsSoonAndKeepsItsResults() throws Exception {
        Product product = new Product(folder);
        Process process = product.start("stopped", Map.of(), Product.command("run", QUICKSTART, "--set", "rounds=100000", "--set", "evaluation.every=0",
            "--set", "results.path=" + folder.resolve("r")));
        product.awaitRounds("stopped");
        process.destroy(); // SIGTERM, which the JVM treats as Ctrl-C
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(product.errors("stopped")).contains("the run failed: interrupted").doesNotContain("Exception");
        Product.Outcome report = product.starling("report", folder.resolve("r").toString());
        assertThat(report.out()).as(report.err()).contains("failed 0/16");
        assertThat(ResultRows.without(folder.resolve("r").toString(), "rounds").lines().count()).isGreaterThan(16);
    }

    @Test
    void aModuleFromAUsersJar() throws Exception {
        Path source = Files.createDirectories(folder.resolve("org/example")).resolve("Halfway.java");
        Files.writeString(source, """
            package org.example;

            import io.starling.config.Key;
            import io.starling.config.Settings;
            import io.starling.graph.Graph;
            import io.starling.graph.Weights;
            import java.util.List;

            /** Every neighbour counts a fixed part. */
            public final class Halfway implements Weights.Factory {
                static final Key<Double> PART = Key.number("graph.part").between(0, 1).orElse(0.1).doc("What a neighbour counts.");

                @Override public String name() { return "halfway"; }
                @Override public String doc() { return "Every neighbour counts a fixed part."; }
                @Override public List<Key<?>> keys() { return List.of(PART); }

                @Override public Weights create(Settings settings) {
                    float part = settings.get(PART).floatValue();
                    return (graph, receiver, sender, senderDegree) -> part;
                }
            }
            """);
        try (var jars = Files.list(Product.HOME.resolve("jars"))) {
            String classPath = String.join(":", jars.map(Path::toString).toList());
            assertThat(javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", classPath, source.toString())).isZero();
        }
        Path jar = folder.resolve("halfway.jar");
        try (var out = new java.util.jar.JarOutputStream(Files.newOutputStream(jar))) {
            add(out, "org/example/Halfway.class", Files.readAllBytes(folder.resolve("org/example/Halfway.class")));
            add(out, "META-INF/services/io.starling.graph.Weights$Factory", "org.example.Halfway".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        for (String master : List.of("local[16]", "local-cluster[2,8,1024]")) {
            JsonNode run = run("--master", master, "--jars", jar.toString(), "--set", "graph.weights=halfway", "--set", "graph.part=0.15");
            assertThat(run.get("status").asText()).isEqualTo("finished");
        }
    }

    private static void add(java.util.jar.JarOutputStream out, String name, byte[] content) throws Exception {
        out.putNextEntry(new java.util.zip.ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
