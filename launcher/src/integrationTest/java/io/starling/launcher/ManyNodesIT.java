package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many nodes in one process: what their graphs cost in sockets, and their models in memory. */
class ManyNodesIT {
    private static final String TINY = """
        name = tiny, nodes = 256, seed = 1, model.name = logistic, evaluation.every = 0
        dataset { kind = synthetic, synthetic { train = 5120, test = 200, features = 20, classes = 10 } }
        training { lr = 0.1, local-steps = 1, batch-size = 8 }
        """;
    /** A model of 210 parameters in one frame. */
    private static final long MESSAGE_BYTES = 4 * 210 + 4 + 56;

    private static final String COMPLETE = "rounds = 5, graph.kind = complete";

    @TempDir
    Path folder;

    private int mostSockets;

    private JsonNode run(String... settings) throws Exception {
        return run(List.of(), List.of(), settings);
    }

    private JsonNode run(List<String> before, List<String> options, String... settings) throws Exception {
        Path conf = Files.writeString(folder.resolve("tiny.conf"), TINY + String.join("\n", settings));
        List<String> command = new ArrayList<>(before);
        command.addAll(Product.command("run", conf.toString(), "--json"));
        command.addAll(options);
        Process process = new Product(folder).start("run", Map.of("STARLING_OPTS", "-Xmx2g"), command);
        long began = System.nanoTime();
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
            mostSockets = Math.max(mostSockets, sockets(process.pid()));
            if (System.nanoTime() - began > TimeUnit.MINUTES.toNanos(5)) {
                process.destroyForcibly();
                throw new AssertionError("hangs\n" + new Product(folder).errors("run"));
            }
        }
        assertThat(process.exitValue()).as(new Product(folder).errors("run")).isZero();
        return new ObjectMapper().readTree(folder.resolve("run.out").toFile());
    }

    private static int sockets(long process) {
        int sockets = 0;
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                sockets += isSocket(file) ? 1 : 0;
            }
        } catch (IOException | RuntimeException e) {
            return sockets;
        }
        return sockets;
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aFreshGraphInEveryRoundTakesABoundedNumberOfSockets() throws Exception {
        JsonNode run = run("rounds = 20", "graph { kind = dynamic-regular, degree = 5 }", "communication { co-located = tcp, max-links = 2000, idle = 100ms }");
        assertThat(run.get("status").asText()).isEqualTo("finished");
        assertThat(run.get("failures").asInt()).isZero();
        assertThat(run.get("bytesSent").asLong()).isEqualTo(256 * 5 * 20 * MESSAGE_BYTES);
        // All links of 20 rounds would be about 25,000 sockets, as both ends are here.
        assertThat(mostSockets).isBetween(1280, 8000);
    }

    /** All 65,280 ends of links are here, many more than the process may have files. */
    @Test
    void everybodyWithEverybodyInOneProcessWithFewFileDescriptors() throws Exception {
        JsonNode run = run(List.of("sh", "-c", "ulimit -n 4096 && exec \"$@\"", "sh"), List.of(), COMPLETE);
        requireComplete(run);
        assertThat(mostSockets).as("by TCP until two thirds of the file descriptors are used").isBetween(2000, 2800);
        assertThat(new Product(folder).errors("run")).contains("communication.max-links").contains("through memory");
    }

    /** Each executor has 64 × 192 links to the others, by TCP. */
    @Test
    void everybodyWithEverybodyOnFourExecutors() throws Exception {
        requireComplete(run(List.of(), List.of("--master", "local-cluster[4,64,1536]"), COMPLETE));
        assertThat(mostSockets).as("of the driver, which has no node").isLessThan(200);
    }

    private static void requireComplete(JsonNode run) {
        assertThat(run.get("status").asText()).isEqualTo("finished");
        assertThat(run.get("failures").asInt()).isZero();
        assertThat(run.get("bytesSent").asLong()).isEqualTo(65_280 * 5 * MESSAGE_BYTES).isEqualTo(run.get("bytesReceived").asLong());
    }

    @Test
    void everybodyWithEverybodyThroughMemory() throws Exception {
        requireComplete(run(COMPLETE, "communication.co-located = memory"));
        assertThat(mostSockets).isLessThan(100);
    }

    /** 1,024 nodes with GN-LeNet (89,834 parameters) on images of CIFAR-10's shape, in a heap of 4 GB. */
    @Test
    void aThousandNodesOfARealModelInFourGigabytes() throws Exception {
        writeImages(folder.resolve("cifar10"), 16 * 1024);
        Path conf = Files.writeString(folder.resolve("thousand.conf"), """
            name = thousand, nodes = 1024, seed = 1, rounds = 2, model.name = gn-lenet, evaluation.every = 0
            dataset { kind = cifar10, path = cifar10 }
            graph { kind = regular, degree = 5 }
            training { lr = 0.01, local-steps = 1, batch-size = 8 }
            communication.co-located = memory
            """);
        Process process = new Product(folder).start("run", Map.of("STARLING_OPTS", "-Xmx4g"), Product.command("run", conf.toString(), "--json"));
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("hangs\n" + new Product(folder).errors("run"));
        }
        assertThat(process.exitValue()).as(new Product(folder).errors("run")).isZero();
        JsonNode run = new ObjectMapper().readTree(folder.resolve("run.out").toFile());
        assertThat(run.get("status").asText()).isEqualTo("finished");
        assertThat(run.get("failures").asInt()).isZero();
        assertThat(run.get("bytesSent").asLong()).isGreaterThan(1024L * 5 * 2 * 4 * 89_834);
    }

    /** Files as CIFAR-10's: a label and 3,072 bytes of pixels a record. */
    private static void writeImages(Path to, int samples) throws IOException {
        Files.createDirectories(to);
        byte[] record = new byte[3073];
        Random random = new Random(1);
        try (OutputStream train = new BufferedOutputStream(Files.newOutputStream(to.resolve("data_batch_1.bin")))) {
            for (int i = 0; i < samples; i++) {
                random.nextBytes(record);
                record[0] = (byte) (i % 10);
                train.write(record);
            }
        }
        record[0] = 0;
        Files.write(to.resolve("test_batch.bin"), record);
    }
}
