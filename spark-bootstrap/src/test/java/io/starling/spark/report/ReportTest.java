package io.starling.spark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.spark.LocalSpark;
import io.starling.spark.results.Results;
import io.starling.spark.results.Summary;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From tables to page, tables and pictures: two seeds of one configuration, another configuration, and a run of DecentralizePy. */
class ReportTest {
    @TempDir
    static Path folder;
    private static SparkSession spark;
    private static List<RunTables> runs;

    @BeforeAll
    static void open() throws Exception {
        spark = LocalSpark.open(2);
        Path results = Files.createDirectories(folder.resolve("results"));
        Made.run(results, "a-1", "a", 1, "");
        Made.run(results, "a-2", "a", 2, "");
        Made.run(results, "a-3", "a", 3, ",\"training\":{\"lr\":0.5}");
        Path peer = Files.createDirectories(results.resolve("peer/machine0"));
        for (int rank = 0; rank < 2; rank++) {
            Files.writeString(peer.resolve(rank + "_results.json"), "{\"train_loss\":{\"2\":1.5},\"test_loss\":{\"2\":1.25},\"test_acc\":{\"2\":" + (40 + rank)
                + "},\"total_bytes\":{\"1\":3000000,\"2\":6000000},\"total_meta\":{\"1\":1000000,\"2\":2000000},\"total_data_per_n\":{\"1\":2000000,\"2\":4000000}}");
        }
        Files.createDirectories(results.resolve("peer/machine1"));
        Files.writeString(results.resolve("peer/machine1/0_results.json"), "{\"train_loss\":{\"1\":");
        Files.writeString(peer.resolve("config.ini"), "[DATASET]\nrandom_seed = 5\ndataset_class = CIFAR10\n");
        runs = RunTables.of(Results.open(spark, List.of(results.toString())));
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static Curve curve(String label) {
        return Curves.of(runs).stream().filter(curve -> curve.label().equals(label)).findFirst().orElseThrow();
    }

    @Test
    void runsThatDifferByTheirSeedOnlyAreOneCurve() {
        assertThat(Curves.of(runs)).extracting(Curve::label).containsExactlyInAnyOrder("a: training.lr=default", "a: training.lr=0.5", "peer");
        assertThat(curve("a: training.lr=default").seeds()).isEqualTo(2);
    }

    @Test
    void meansIntervalsAndDeviations() {
        Curve a = curve("a: training.lr=default");
        Estimate last = a.of(Metric.TEST_ACCURACY).get(4);
        // Seeds 1 and 2: nodes at 14, 16, 18 and at 24, 26, 28.
        assertThat(last.mean()).isEqualTo(21);
        assertThat(last.std()).isCloseTo(Math.sqrt(8.0 / 3), within(1e-9));
        assertThat(last.ci95()).isCloseTo(12.7062 * 5, within(1e-3));
        assertThat(last.min()).isEqualTo(14);
        assertThat(last.max()).isEqualTo(28);
        assertThat(a.seconds(4)).isEqualTo(4.5);
        assertThat(a.megabytes(4)).isCloseTo(4 * 1.2003, within(1e-9));
        assertThat(a.of(Metric.CONSENSUS_DISTANCE).get(4).mean()).isEqualTo(2);
        assertThat(a.of(Metric.SHARED_PARAMETERS).get(1).mean()).isEqualTo(250_000);
        RunTables run = a.first();
        assertThat(run.totals().payloadMegabytes()).isEqualTo(4);
        assertThat(run.totals().waitSeconds()).isCloseTo(0.16, within(1e-9));
        assertThat(run.totals().evaluationSeconds()).isCloseTo(0.028, within(1e-9));
        assertThat(run.finalScores()).containsExactly(14, 16, 18);
        assertThat(run.shares()).hasSize(101).startsWith(0).endsWith(4);
        assertThat(run.labels()).isEqualTo(new long[][] {{7, 0, 0}, {0, 8, 0}, {0, 0, 9}});
        assertThat(run.failures()).containsEntry("missing", 1L);
    }

    @Test
    void decentralizePysResultsAreRowsLikeOurs() {
        RunTables peer = curve("peer").first();
        assertThat(peer.seed()).isEqualTo(5);
        assertThat(peer.nodes()).isEqualTo(3);
        assertThat(peer.status()).as("the third node left half a file").isEqualTo("degraded");
        assertThat(peer.failures()).containsEntry("failed", 1L);
        assertThat(peer.of(Metric.TEST_ACCURACY).get(2).mean()).isEqualTo(40.5);
        assertThat(peer.of(Metric.TRAIN_LOSS).get(2).mean()).isEqualTo(1.5);
        assertThat(peer.megabytes().get(2)).isCloseTo(12.0 / 3, within(1e-9));
        assertThat(peer.totals().metadataMegabytes()).isCloseTo(4.0 / 3, within(1e-9));
        Summary summary = Summary.of(Results.open(spark, List.of(folder.resolve("results/peer").toString()))).get(0);
        assertThat(summary.accuracyMean()).isEqualTo(40.5);
        assertThat(summary.wallSeconds()).isNaN();
    }

    @Test
    void thePageNeedsNothingFromOutside() throws Exception {
        String page = HtmlReport.page("Report <of> tests", runs);
        assertThat(page).contains("<title>Report &lt;of&gt; tests</title>").doesNotContain("{{");
        String own = page.substring(0, page.indexOf("id=\"data\""));
        assertThat(own).doesNotContainPattern("\\ssrc=").doesNotContainPattern("<link[^>]*href=\"(?!data:)").doesNotContain("@import").doesNotContain("url(http");
        assertThat(page).as("what nodes say is shown, not run").doesNotContain("<script>alert").contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more");
        String json = page.split("id=\"data\">")[1].split("</script>")[0];
        JsonNode data = new ObjectMapper().readTree(json);
        assertThat(data.get("curves")).hasSize(3);
        List<String> figures = data.get("figures").findValuesAsText("id");
        assertThat(figures).contains("test_accuracy_percent-by-rounds", "test_accuracy_percent-by-time", "test_accuracy_percent-by-megabytes", "test_loss-by-rounds",
            "batch_loss-by-rounds", "consensus_distance-by-rounds", "final-by-node", "bytes-by-kind", "time-by-occupation", "shares", "labels-1");
        figures.forEach(id -> assertThat(page).contains("<figure id=\"" + id + "\">"));
        assertThat(page).contains("21.00 ± 63.53").contains("class=\"topology\"").contains("training.lr");
    }

    @Test
    void tablesForOtherPrograms() throws Exception {
        CsvReport.write(runs, folder.resolve("csv"));
        List<String> lines = Files.readAllLines(folder.resolve("csv/test_accuracy_percent.csv"));
        assertThat(lines.get(0)).isEqualTo("configuration,rounds,seconds,megabytes_per_node,mean,std,ci95,n,nodes,min,max");
        assertThat(lines).anyMatch(line -> line.startsWith("a: training.lr=default,4,4.5,4.8012,21.0,1.63299") && line.contains(",63.53") && line.endsWith(",2,3,14.0,28.0"));
        assertThat(lines).as("one seed has no interval").anyMatch(line -> line.startsWith("a: training.lr=0.5,4,") && line.contains(",,1,3,"));
    }

    @Test
    void pictures() throws Exception {
        List<Path> written = PngReport.write(runs, folder.resolve("png"));
        assertThat(written).hasSizeGreaterThan(10);
        BufferedImage accuracy = ImageIO.read(folder.resolve("png/test_accuracy_percent-by-rounds.png").toFile());
        assertThat(accuracy.getWidth()).isEqualTo(1800);
        // Each curve is there in its own colour.
        var colours = IntStream.range(0, accuracy.getWidth()).boxed().flatMap(x -> IntStream.range(0, accuracy.getHeight()).mapToObj(y -> accuracy.getRGB(x, y) & 0xffffff))
            .collect(Collectors.toSet());
        assertThat(colours).contains(0x1f6fb4, 0xd1560c, 0x1a8a5a);
        assertThat(Files.readString(folder.resolve("png/topology-1.svg"))).startsWith("<svg");
    }

    @Test
    void longCurvesAreThinned() {
        List<Figure.Point> points = IntStream.range(0, 10_000).mapToObj(x -> Figure.Point.exact(x, 3)).toList();
        List<Figure.Point> thinned = Figures.thinned(points);
        assertThat(thinned).hasSizeLessThanOrEqualTo(600).allMatch(point -> point.y().mean() == 3);
        assertThat(Figures.thinned(points.subList(0, 600))).hasSize(600);
    }
}
