package io.starling.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.communication.RunCertificate;
import io.starling.communication.TcpTransportFactory;
import io.starling.communication.Transport;
import io.starling.config.Experiment;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs among people who listen, lie, and knock at doors; and on a bad network. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SecureRunTest {
    private static final RunListener SILENT = new RunListener() {
        @Override
        public void say(String message) {
            // Nobody listens.
        }

        @Override
        public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
            // Nobody looks.
        }
    };
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(6);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private Experiment experiment(String... assignments) {
        return Experiment.parse("name = test, nodes = 6, rounds = 20, seed = 2, graph { kind = regular, degree = 3 }, dataset { kind = synthetic, "
            + "synthetic { train = 300, test = 100, features = 8, classes = 4, noise = 0.5 } }, model.name = logistic, training { lr = 0.2, local-steps = 3 }, "
            + "evaluation.every = 10, results.path = \"" + folder + "\"", List.of(assignments));
    }

    private Summary run(String... assignments) throws Exception {
        try (ClusterRun run = ClusterRun.plan(spark, experiment(assignments), SILENT)) {
            return run.execute();
        }
    }

    private List<String> failures(Summary run) {
        return Results.open(spark, List.of(folder.resolve(run.run()).toString())).table(ResultTable.FAILURES).drop("run").toJSON().collectAsList();
    }

    // ---------------------------------------------------------------- who listens

    @Test
    void anEncryptedRunGivesTheSameBits() throws Exception {
        Summary plain = run();
        Summary encrypted = run("communication.tls=on");
        assertThat(encrypted.status()).isEqualTo("finished");
        assertThat(encrypted.failures()).isZero();
        assertThat(encrypted.accuracyMean()).isEqualTo(plain.accuracyMean());
        assertThat(encrypted.loss()).isEqualTo(plain.loss());
        assertThat(encrypted.bytesSent()).isEqualTo(plain.bytesSent());
    }

    @Test
    void anEncryptedRunWithAServiceGivesTheSameBits() throws Exception {
        String[] sampled = {"node.role=d-psgd-sampler", "graph.kind=dynamic-regular", "communication.tls=on"};
        assertThat(run(sampled).accuracyMean()).isEqualTo(run("node.role=d-psgd-sampler", "graph.kind=dynamic-regular").accuracyMean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark.network.crypto.enabled", "spark.ssl.enabled", "spark.authenticate.enableSaslEncryption"})
    void whatSparkEncryptsIsNotSentInTheClearUnlessToldSo(String setting) {
        SparkConf conf = new SparkConf(false).set("spark.authenticate", "true").set(setting, "true");
        assertThatThrownBy(() -> SparkEncryption.check(conf, experiment(), s -> { })).isInstanceOf(UserError.class)
            .hasMessageContaining(setting + " = true").hasMessageContaining("communication.tls = on").hasMessageContaining("off-although-spark-encrypts");
        assertThatCode(() -> SparkEncryption.check(conf, experiment("communication.tls=on"), s -> { })).doesNotThrowAnyException();
        assertThatCode(() -> SparkEncryption.check(conf, experiment("communication.tls=off-although-spark-encrypts"), s -> { })).doesNotThrowAnyException();
    }

    @Test
    void aKeyThatTravelsInTheClearIsWarnedOf() {
        List<String> said = new ArrayList<>();
        SparkEncryption.check(new SparkConf(false).set("spark.master", "spark://there:7077"), experiment("communication.tls=on"), said::add);
        assertThat(said).singleElement().asString().contains("spark.network.crypto.enabled");
        said.clear();
        SparkEncryption.check(new SparkConf(false).set("spark.master", "local[4]"), experiment("communication.tls=on"), said::add);
        SparkEncryption.check(new SparkConf(false), experiment(), said::add);
        assertThat(said).isEmpty();
    }

    /** TCP that remembers what the run must keep to itself. */
    public static final class Remembering implements Transport.Factory {
        private static volatile Transport.Membership membership;

        @Override
        public String name() {
            return "remembering";
        }

        @Override
        public String doc() {
            return "TCP.";
        }

        @Override
        public Transport create(Settings settings, Transport.Membership given, String host) {
            membership = given;
            return new TcpTransportFactory().create(settings, given, host);
        }
    }

    /** Everything that is logged, whatever its level, from whatever class. */
    private static final class Log extends AbstractAppender implements AutoCloseable {
        private final StringBuffer text = new StringBuffer();
        private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
        private final LoggerConfig root = context.getConfiguration().getRootLogger();
        private final Level before = root.getLevel();
        private final List<Appender> console = List.copyOf(root.getAppenders().values());

        private Log() {
            super("everything", null, PatternLayout.createDefaultLayout(), false, Property.EMPTY_ARRAY);
            start();
            console.forEach(appender -> root.removeAppender(appender.getName()));
            root.addAppender(this, Level.ALL, null);
            root.setLevel(Level.ALL);
            context.updateLoggers();
        }

        @Override
        public void append(LogEvent event) {
            text.append(event.getMessage().getFormattedMessage()).append('\n').append(event.getThrown()).append('\n');
        }

        @Override
        public void close() {
            root.removeAppender(getName());
            console.forEach(appender -> root.addAppender(appender, null, null));
            root.setLevel(before);
            context.updateLoggers();
        }
    }

    /** The ways in which bytes get into a text, or into a file as they are. */
    private static List<String> forms(byte[] secret) {
        byte[] some = Arrays.copyOfRange(secret, secret.length - 12, secret.length);
        byte[] first = Arrays.copyOf(secret, 12);
        List<String> forms = new ArrayList<>();
        for (byte[] part : List.of(first, some)) {
            String numbers = Arrays.toString(part).replace("[", "").replace("]", "");
            forms.addAll(List.of(new String(part, StandardCharsets.ISO_8859_1), HexFormat.of().formatHex(part), HexFormat.of().withUpperCase().formatHex(part),
                numbers, numbers.replace(" ", "")));
        }
        String whole = Base64.getEncoder().withoutPadding().encodeToString(secret);
        forms.add(whole.substring(0, 16));
        forms.add(whole.substring(whole.length() - 12));
        return forms;
    }

    private static byte[] privateKey(RunCertificate certificate) throws ReflectiveOperationException {
        Field key = RunCertificate.class.getDeclaredField("privateKey");
        key.setAccessible(true);
        byte[] encoded = (byte[]) key.get(certificate);
        // PKCS #8 begins the same for all keys of the curve; the number itself is what follows.
        return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    @Test
    void secretsAreNeitherLoggedNorWritten() throws Exception {
        Summary summary;
        String logged;
        try (Log log = new Log()) {
            summary = run("communication.kind=" + Remembering.class.getName(), "communication.tls=on",
                "spark.conf={spark.ssl.keyPassword = hunter2, spark.authenticate.secret = swordfish}");
            logged = log.text.toString();
        }
        assertThat(summary.status()).isEqualTo("finished");
        assertThat(logged.contains("Starting job")).as("that anything is looked at").isTrue();
        List<String> hidden = new ArrayList<>(List.of("hunter2", "swordfish"));
        hidden.addAll(forms(Remembering.membership.secret()));
        hidden.addAll(forms(privateKey(Remembering.membership.certificate())));
        assertThat(hidden).noneMatch(logged::contains);
        int files = 0;
        try (Stream<Path> written = Files.walk(folder)) {
            for (Path file : written.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(hidden).as(file.toString()).noneMatch(content::contains);
                files++;
            }
        }
        assertThat(files).isGreaterThan(5);
        String config = Results.open(spark, List.of(folder.resolve(summary.run()).toString())).table(ResultTable.RUNS).first().getAs("config_json");
        assertThat(config).contains("keyPassword").contains("(not shown)");
        assertThat(Remembering.membership.toString() + Remembering.membership.certificate()).doesNotContain(hidden.get(3));
    }

    // ---------------------------------------------------------------- who knocks

    /** Connections that say nothing, or one byte of a handshake at a time. */
    private static final class Crowd implements AutoCloseable {
        private final List<Socket> sockets = new ArrayList<>();
        private final Thread dripping;
        private volatile boolean over;

        private Crowd(int port, int silent, int dribbling) throws IOException {
            for (int i = 0; i < silent + dribbling; i++) {
                sockets.add(new Socket("127.0.0.1", port));
            }
            List<Socket> slow = sockets.subList(silent, silent + dribbling);
            byte[] beginning = {0, 0, 0, 92, 'S', 'T', 'R', 'L', 1, 16};
            dripping = new Thread(() -> {
                for (int at = 0; !over; at++) {
                    for (Socket socket : slow) {
                        try {
                            socket.getOutputStream().write(beginning[at % beginning.length]);
                        } catch (IOException e) {
                            // It was shut out; the others go on.
                        }
                    }
                    pause();
                }
            });
            dripping.setDaemon(true);
            dripping.start();
        }

        private static void pause() {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() throws IOException {
            over = true;
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void aFloodOfConnectionsAndSlowOnesDoNotStopARun(String tls) throws Exception {
        try (ClusterRun run = ClusterRun.plan(spark, experiment("rounds=4000", "evaluation.every=0", "communication.pending-connections=300",
                "communication.handshake-timeout=1s", "communication.tls=" + tls), SILENT)) {
            CompletableFuture<Summary> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return run.execute();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            while (run.meetingPort() == 0) {
                Thread.sleep(1);
            }
            // The driver is flooded before its executors have come, the nodes before they have met.
            try (Crowd atTheDriver = new Crowd(run.meetingPort(), 2000, 100)) {
                while (run.roster().addresses().isEmpty()) {
                    Thread.sleep(1);
                }
                try (Crowd atTheNodes = new Crowd(run.roster().addresses().get(0).port(), 2000, 100)) {
                    Summary summary = end.get(180, TimeUnit.SECONDS);
                    assertThat(summary.status()).isEqualTo("finished");
                    assertThat(failures(summary)).anyMatch(row -> row.contains("\"refused\"") && row.contains("too many unauthenticated"));
                }
            }
        }
    }

    // ---------------------------------------------------------------- a bad network

    @Test
    void lostDelayedAndDoubledMessagesCostLittle() throws Exception {
        Summary good = run("rounds=60");
        Summary bad = run("rounds=60", "communication.faults={drop = 0.05, delay = 20ms, delay-fraction = 0.1, duplicate = 0.02}", "lateness.deadline=500ms");
        assertThat(bad.status()).isEqualTo("finished");
        assertThat(bad.accuracyMean()).isCloseTo(good.accuracyMean(), within(3.0));
        // 6 nodes × 3 neighbours × 60 rounds × 5 % are lost. Two who lose each other's wait for the deadline, and others for them.
        assertThat(failures(bad)).hasSizeBetween(25, 400).allMatch(row -> row.contains("\"missing\"") || row.contains("\"skipped\""));
    }

    @Test
    void corruptBytesAreNoticedAndReportedAndCostLittle() throws Exception {
        Summary good = run("rounds=60");
        Summary bad = run("rounds=60", "communication.faults.corrupt=0.01", "lateness.deadline=500ms");
        assertThat(bad.status()).isEqualTo("finished");
        assertThat(bad.accuracyMean()).isCloseTo(good.accuracyMean(), within(3.0));
        assertThat(failures(bad)).anyMatch(row -> row.contains("\"missing\"")).anyMatch(row -> row.contains("\"refused\"") && row.contains("bad checksum"));
    }
}
