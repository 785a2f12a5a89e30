package io.starling.spark.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.Run;
import io.starling.Starling;
import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.spark.LocalSpark;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(4);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static Experiment experiment(String more) {
        return Experiment.parse("nodes = 4, rounds = 3, graph.kind = ring, model.name = logistic, dataset.kind = synthetic, " + more, List.of());
    }

    private static HttpResponse<String> ask(RunPage page, String method, String path) throws Exception {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(page.url().orElseThrow() + path))
            .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void isServedToThisMachineOnlyAndCanOnlyBeRead() throws Exception {
        try (RunPage page = RunPage.open(experiment("spark.conf { spark.hadoop.secret = hunter2 }"))) {
            HttpResponse<String> html = ask(page, "GET", "");
            assertThat(html.statusCode()).isEqualTo(200);
            assertThat(html.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("default-src 'none'").contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
            assertThat(html.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(html.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
            assertThat(html.body()).contains("page.js").doesNotContain("http");
            assertThat(ask(page, "GET", "page.css").body() + ask(page, "GET", "page.js").body().replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
            assertThat(ask(page, "HEAD", "").body()).isEmpty();
            assertThat(ask(page, "POST", "state.json").statusCode()).isEqualTo(405);
            assertThat(ask(page, "GET", "../../version.properties").statusCode()).isEqualTo(404);
            assertThat(ask(page, "GET", "state.json").body()).contains("\"status\":\"starting\"").contains("preparing the run").doesNotContain("hunter2");
            int port = URI.create(page.url().orElseThrow()).getPort();
            assertThat(raw(port, "Host: rebound.example:" + port + "\r\n")).startsWith("HTTP/1.1 403");
            assertThat(raw(port, "")).doesNotContain("200 OK");
        }
    }

    private static String raw(int port, String header) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(("GET /state.json HTTP/1.1\r\n" + header + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", value = {
        "localhost, true", "localhost:8080, true", "127.0.0.1:80, true", "[::1]:4040, true", "LOCALHOST:1, true",
        "none, false", "'', false", "evil.example, false", "evil.example:4040, false", "127.0.0.1.evil.example, false", "localhost:evil, false", "localhost:80:80, false",
    })
    void knowsItsOwnNames(String host, boolean own) {
        assertThat(RunPage.isForThisMachine(host)).isEqualTo(own);
    }

    @Test
    void aTakenPortIsRefusedAndNoPageNeedsNone() {
        try (RunPage first = RunPage.open(experiment(""))) {
            int port = URI.create(first.url().orElseThrow()).getPort();
            assertThatThrownBy(() -> RunPage.open(experiment("ui.port = " + port))).isInstanceOf(UserError.class)
                .hasMessageContaining("ui.port = " + port + " cannot be used").hasMessageContaining("ui.enabled");
            try (RunPage none = RunPage.open(experiment("ui.enabled = false, ui.port = " + port))) {
                assertThat(none.url()).isEmpty();
            }
        }
    }

    @Test
    void showsARunFromItsRosterAndItsLiveResultsWhileEverySlotIsTaken() throws Exception {
        try (Run run = Starling.run(spark, "name = shown, nodes = 4, rounds = 1000000, graph.kind = ring, dataset { kind = synthetic, synthetic { train = 80, test = 40, "
                + "features = 6, classes = 3 } }, model.name = logistic, evaluation.every = 5, results.path = \"" + folder + "\"")) {
            String url = run.url().orElseThrow();
            JsonNode state = state(url);
            for (int i = 0; i < 300 && (state.path("curve").size() < 2 || state.path("slowest").size() < 4); i++) {
                Thread.sleep(100);
                state = state(url);
            }
            assertThat(state.path("status").asText()).isEqualTo("running");
            assertThat(state.path("run").asText()).isEqualTo(run.id());
            assertThat(state.path("states")).hasSize(4).allMatch(node -> node.get(0).asText().equals("ready") && node.get(2).isNumber());
            assertThat(state.path("slowest")).hasSize(4);
            JsonNode first = state.path("curve").get(0);
            assertThat(first.get(0).asInt()).isEqualTo(5);
            assertThat(first.get(1).asDouble()).isBetween(first.get(3).asDouble(), first.get(4).asDouble());
            JsonNode topology = JSON.readTree(HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(url + "topology.json?round=7")).build(),
                HttpResponse.BodyHandlers.ofString()).body());
            assertThat(topology.path("positions")).hasSize(4);
            assertThat(topology.path("edges").asInt()).isEqualTo(4);
            run.cancel();
            assertThatThrownBy(() -> state(url)).as("the page goes with the run").isInstanceOf(IOException.class);
        }
    }

    private static JsonNode state(String url) throws Exception {
        return JSON.readTree(HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(url + "state.json")).build(), HttpResponse.BodyHandlers.ofString()).body());
    }
}
