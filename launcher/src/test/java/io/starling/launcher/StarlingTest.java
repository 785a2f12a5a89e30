package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.Sweep;
import io.starling.spark.ProgressText;
import io.starling.spark.rendezvous.Roster;
import io.starling.spark.results.Summary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarlingTest {
    private static final Path ROOT = Files.exists(Path.of("conf")) ? Path.of("") : Path.of("..");

    /** What a command printed, and its exit code. */
    record Said(int code, String out, String err) {
    }

    static Said starling(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream standardOut = System.out;
        PrintStream standardErr = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int code = Starling.commandLine().execute(arguments);
            return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(standardOut);
            System.setErr(standardErr);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "                                        | No command was given",
        "rum                                     | Did you mean: starling run",
        "run                                     | Missing required parameter: 'CONF'",
        "run none.conf                           | There is no configuration file none.conf",
        "run QUICKSTART --set training.lrr=1     | Did you mean training.lr?",
        "run QUICKSTART --set nodes=x            | nodes = x is not allowed: it must be an integer",
        "run QUICKSTART --sett a=b               | Unknown option",
        "sweep none.conf                         | There is no configuration file none.conf",
        "sweep QUICKSTART                        | There is no key",
        "compare none                            | There are no results in none",
        "compare none --metric speed             | metric = speed is not known; there are: test_accuracy_percent",
        "watch none                              | There is no run in none",
        "watch none --interval 0                 | --interval 0.0 is not allowed",
        "run QUICKSTART --jars none.jar          | --jars none.jar: there is no such file",
        "sql results                             | Missing required option: '--execute=QUERY'",
        "sql none -e x --csv --json              | mutually exclusive",
        "import none.ini --graph none.edges      | There is no graph file none.edges",
        "import none.ini                         | Which graph? Give --graph",
        "import none.ini --driver testingKFN     | --driver testingKFN has no counterpart here; there are: testing",
        "import none.ini --driver testingEL_Local | How many nodes?",
        "import none.ini --driver testingEL_Local --nodes 4 | The file none.ini cannot be read",
    })
    void badInputIsOneClearLineAndExitCodeTwo(String line, String message) {
        String[] arguments = line == null ? new String[0] : line.strip().replace("QUICKSTART", ROOT.resolve("conf/quickstart.conf").toString()).split("\\s+");
        Said said = starling(arguments);
        assertThat(said.code).isEqualTo(Starling.BAD_INPUT);
        assertThat(said.err).contains(message.strip()).doesNotContain("\tat ");
        assertThat(said.out).isEmpty();
    }

    @Test
    void theConfigurationReferenceInTheDocumentationIsUpToDate() throws Exception {
        assertThat(starling("config", "--markdown").out).as("docs/configuration.md: ./gradlew run --args='config --markdown' > docs/configuration.md")
            .isEqualTo(Files.readString(ROOT.resolve("docs/configuration.md")));
        assertThat(starling("config").out).contains("training.lr = 0.05").contains("d-psgd");
    }

    @Test
    void everySweepInTheBoxCanBeReadAndItsKeysAreDocumented() throws Exception {
        try (var files = Files.list(ROOT.resolve("conf/sweeps"))) {
            for (Path file : files.toList()) {
                Said said = starling("sweep", file.toString(), "--list");
                assertThat(said.code).as(said.err).isZero();
                assertThat(said.out.lines()).hasSizeGreaterThan(3).allMatch(line -> line.contains("seed="));
            }
        }
        String page = Files.readString(ROOT.resolve("docs/sweeps.md"));
        Sweep.keys().forEach(key -> assertThat(page).contains("`" + key.name() + "`").contains(key.doc()));
    }

    @Test
    void doctorSaysWhichKernelsAreInUse() {
        Said said = starling("doctor");
        assertThat(said.code).isZero();
        assertThat(said.out).contains("Engine: ").contains("Java: 17").contains("Open files: ");
        assertThat(starling("bench").code).isEqualTo(Starling.BAD_INPUT);
        assertThat(starling("bench", "engine", "--kernels", "abacus").err).contains("--kernels abacus is not known; there are: ");
    }

    @Test
    void versionAndHelp() {
        assertThat(starling("--version").out).startsWith("starling 0.");
        assertThat(starling("run", "--help").out).contains("--set").contains("--json");
        assertThat(starling("--version").code).isZero();
    }

    private static Roster.Progress progress(double rounds, double accuracy, int failed) {
        return new Roster.Progress(16, 0, failed, rounds, 0, 12_340_000, accuracy, 1);
    }

    @Test
    void progressIsOneLine() {
        assertThat(ProgressText.line(progress(30, 81.25, 0), 60, 90)).isEqualTo("round 30/60  accuracy 81.3 %  sent 12.3 MB  ETA 1 min 30 s");
        assertThat(ProgressText.line(progress(0, Double.NaN, 2), 60, 1)).isEqualTo("round 0/60  sent 12.3 MB  time 1 s  2 nodes failed");
    }

    @Test
    void linesAreRewrittenOnATerminalOnly() {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        ProgressLine line = new ProgressLine(new PrintStream(plain), false);
        for (int i = 0; i < 40; i++) {
            line.progress(progress(i, 50, 0), 60, i * 0.25);
        }
        assertThat(plain.toString(StandardCharsets.UTF_8).lines()).hasSize(4).noneMatch(l -> l.contains("\r"));
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        line = new ProgressLine(new PrintStream(terminal), true);
        line.progress(progress(1, 50, 0), 60, 1);
        line.progress(progress(2, 50, 0), 60, 2);
        line.end();
        assertThat(terminal.toString(StandardCharsets.UTF_8)).startsWith("\rround 1/60").contains("\rround 2/60").endsWith("\n");
    }

    @Test
    void summariesAreTablesOrJson() {
        Summary summary = new Summary("q-1", "q", "degraded", 16, 15, 60, 90.5, 1.25, 88.0, 92.0, 0.3, null, null, null, null, 1_500_000, 1_500_000, 10, 12, 0.1, 3);
        assertThat(SummaryText.table(List.of(summary))).contains("accuracy % mean ± std  90.50 ± 1.25").contains("degraded 15/16").contains("MB sent                1.5");
        assertThat(SummaryText.table(Collections.nCopies(4, summary)).lines()).hasSize(5);
        assertThat(SummaryText.json(summary, "file:/r")).isEqualTo("{\"run\":\"q-1\",\"status\":\"degraded\",\"nodes\":16,\"rounds\":60,\"accuracy\":{\"mean\":90.5,\"std\":1.25,"
            + "\"min\":88.0,\"max\":92.0},\"loss\":0.3,\"bytesSent\":1500000,\"bytesReceived\":1500000,\"wallSeconds\":10.0,\"cpuSeconds\":12.0,"
            + "\"secondsPerRound\":0.1,\"failures\":3,\"resultsPath\":\"file:/r\"}");
        Summary early = new Summary("q-1", "q", "running", 16, 0, 60, null, null, null, null, null, null, null, null, null, 0, 0, 10, 12, null, 0);
        assertThat(SummaryText.table(List.of(early))).contains("accuracy % mean ± std  –");
    }
}
