package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of real runs on HDFS: asked by SQL while a run goes on, drawn in a real browser afterwards. */
class ReportIT {
    private static final String QUICKSTART = Product.CONF.resolve("quickstart.conf").toString();

    @TempDir
    Path folder;

    private Product.Outcome starling(String... arguments) throws Exception {
        Product.Outcome outcome = new Product(folder).starling(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome;
    }

    @Test
    void aReportOnHdfsInABrowser() throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        try {
            hdfs.waitActive();
            String uri = hdfs.getURI() + "/results";
            for (int seed = 1; seed <= 2; seed++) {
                starling("run", QUICKSTART, "--json", "--set", "seed=" + seed, "--set", "rounds=6", "--set", "evaluation.every=2", "--set", "evaluation.mode=both",
                    "--set", "sharing.method=partial", "--set", "sharing.count=true", "--set", "results.messages=true", "--set", "results.path=" + uri);
            }
            long messages = sql(uri, "SELECT count(*) AS n FROM messages").get("n").asLong();
            assertThat(messages).as("16 nodes of degree 5, 6 rounds, 2 runs").isEqualTo(16 * 5 * 6 * 2);
            JsonNode bytes = sql(uri, "SELECT sum(payload_received_bytes) AS rounds, (SELECT sum(payload_bytes) FROM messages) AS messages FROM rounds");
            assertThat(bytes.get("messages")).isEqualTo(bytes.get("rounds"));

            Path page = folder.resolve("report.html");
            starling("report", uri, "--html", page.toString(), "--png", folder.resolve("png").toString(), "--csv", folder.resolve("csv").toString());
            assertThat(Files.readAllLines(folder.resolve("csv/test_accuracy_percent.csv"))).hasSize(1 + 3).last().asString().startsWith("quickstart,6,").contains(",2,16,");
            assertThat(ImageIO.read(folder.resolve("png/test_accuracy_percent-by-time.png").toFile()).getWidth()).isEqualTo(1800);
            checkInBrowser(page);
        } finally {
            hdfs.shutdown();
        }
    }

    private JsonNode sql(String uri, String query) throws Exception {
        return new ObjectMapper().readTree(starling("sql", uri, "-e", query, "--json").out());
    }

    /** What a browser made of a page: the document, what the console said, and the page's own requests to the network. */
    private record Seen(String document, List<String> console, List<String> requests) {
    }

    private Seen look(Path page, String scheme) throws Exception {
        Optional<String> chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(name -> Stream.of(System.getenv("PATH").split(":")).map(dir -> dir + "/" + name)).filter(file -> Files.isExecutable(Path.of(file))).findFirst();
        assumeTrue(chromium.isPresent(), "Chromium is not installed here");
        Path log = folder.resolve("net.json");
        Product.Outcome outcome = new Product(folder).run(Map.of(), List.of(chromium.get(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=" + folder.resolve("profile"),
            "--window-size=1440,4000", "--virtual-time-budget=10000", "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
            "--enable-logging=stderr", "--log-net-log=" + log, "--dump-dom", page.toUri().toString()));
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        // Those of the browser itself are of no site.
        List<String> requests = Files.readAllLines(log).stream().filter(line -> line.contains("\"network_isolation_key\":\"file:") && line.contains("\"url\":\"http")).toList();
        return new Seen(outcome.out(), outcome.err().lines().filter(line -> line.contains("CONSOLE")).toList(), requests);
    }

    /** Drawn in full, in light and in dark, without a word on the console and without a request to anywhere. */
    private void checkInBrowser(Path page) throws Exception {
        Seen control = look(Files.writeString(folder.resolve("control.html"), "<img src='http://127.0.0.1:9/x.png'><script>console.error('boo')</script>"), "light");
        assertThat(control.requests).as("requests would be seen").isNotEmpty();
        assertThat(control.console).as("errors would be seen").anyMatch(line -> line.contains("boo"));

        int figures = new ObjectMapper().readTree(Files.readString(page).split("id=\"data\">")[1].split("</script>")[0]).get("figures").size();
        assertThat(figures).isGreaterThan(12);
        for (String scheme : List.of("light", "dark")) {
            Seen seen = look(page, scheme);
            assertThat(seen.console).isEmpty();
            assertThat(seen.requests).isEmpty();
            assertThat(seen.document).contains("data-theme=\"" + scheme + "\"").contains("data-drawn=\"" + figures + "\"");
            assertThat(seen.document.split("class=\"plot\"[^>]*>\\s*<div[^>]*>\\s*<(svg|canvas)").length - 1).as("figures drawn").isEqualTo(figures);
            assertThat(seen.document).contains(">Rounds</text>").contains(">Sent per node [MB]</text>").contains("aria-pressed=\"true\"");
        }
    }

    @Test
    void sqlWhileARunGoesOn() throws Exception {
        Path results = folder.resolve("r");
        Product product = new Product(folder);
        Process process = product.start("going", Map.of(), Product.command("run", QUICKSTART, "--set", "rounds=100000", "--set", "evaluation.every=5",
            "--set", "results.path=" + results));
        try {
            for (int i = 0; i < 900 && !product.errors("going").contains("accuracy"); i++) {
                Thread.sleep(100);
            }
            // Files are being written while each of these reads them.
            long before = 0;
            for (int i = 0; i < 3; i++) {
                JsonNode row = sql(results.toString(), "SELECT r.status, count(*) AS n, max(e.rounds) AS rounds FROM runs r JOIN evaluations e ON r.run = e.run GROUP BY r.status");
                assertThat(row.get("status").asText()).isEqualTo("running");
                assertThat(row.get("n").asLong()).isGreaterThanOrEqualTo(Math.max(16, before));
                before = row.get("n").asLong();
            }
            starling("report", results.toString(), "--html", folder.resolve("going.html").toString());
            assertThat(Files.readString(folder.resolve("going.html"))).contains("<td>running</td>");
        } finally {
            process.destroy();
            process.waitFor();
        }
    }
}
