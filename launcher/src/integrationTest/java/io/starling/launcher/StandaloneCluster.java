package io.starling.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Spark standalone cluster of separate processes on this machine: a master and workers, from the installed jars. */
final class StandaloneCluster implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private final int port;

    StandaloneCluster(Path folder, int workers, int coresEach) throws Exception {
        port = freePort();
        start(folder, "master", List.of("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "" + port, "--webui-port", "" + freePort()));
        for (int w = 0; w < workers; w++) {
            start(folder, "worker-" + w, List.of("org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "" + coresEach, "--memory", "2g",
                "--webui-port", "" + freePort(), "--work-dir", folder.resolve("work-" + w).toString(), master()));
        }
        for (int w = 0; w < workers; w++) {
            awaitLine(folder.resolve("worker-" + w + ".err"), "Successfully registered with master");
        }
    }

    String master() {
        return "spark://127.0.0.1:" + port;
    }

    private void start(Path folder, String name, List<String> main) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
        for (String flag : Files.readAllLines(Product.CONF.resolve("spark-jvm-flags.txt"))) {
            if (!flag.isBlank() && !flag.startsWith("#")) {
                command.add(flag);
            }
        }
        command.addAll(List.of("-cp", Product.HOME.resolve("jars") + "/*"));
        command.addAll(main);
        processes.add(new Product(folder).start(name, environment(), command));
    }

    static Map<String, String> environment() {
        return Map.of("SPARK_HOME", Product.HOME.toString(), "SPARK_SCALA_VERSION", "2.12", "SPARK_LOCAL_IP", "127.0.0.1");
    }

    private static void awaitLine(Path file, String text) throws Exception {
        for (int i = 0; i < 600; i++) {
            if (Files.exists(file) && Files.readString(file).contains(text)) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("no \"" + text + "\" in " + file + ":\n" + Files.readString(file));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The executors' processes. */
    List<ProcessHandle> executors() {
        return processes.stream().flatMap(p -> p.descendants())
            .filter(p -> p.info().commandLine().map(c -> c.contains("CoarseGrainedExecutorBackend")).orElse(false)).toList();
    }

    @Override
    public void close() throws InterruptedException {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
