package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphCommandTest {
    @TempDir
    private Path folder;

    /** What a command printed, and how it ended. */
    private record Outcome(int code, String out, String err) {
    }

    private static Outcome starling(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        try {
            int code = Starling.commandLine().execute(arguments);
            return new Outcome(code, printed.toString(StandardCharsets.UTF_8), complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void aGraphIsPrintedInTheSimplestFormat() {
        assertThat(starling("graph", "ring", "--nodes", "3")).isEqualTo(new Outcome(0, "3\n0 1\n0 2\n1 0\n1 2\n2 0\n2 1\n", ""));
        assertThat(starling("graph", "ring", "-n", "3", "--format", "adjacency").out()).isEqualTo("3\n1 2\n0 2\n0 1\n");
        assertThat(starling("graph", "one-peer-exponential", "-n", "4").out()).contains("# round from to weight\n0 0 1 0.5\n");
    }

    @Test
    void whatIsWrittenCanBeInspectedAndDrawn() throws Exception {
        Path graph = folder.resolve("sixteen.adjacency");
        Path picture = folder.resolve("sixteen.svg");
        Outcome made = starling("graph", "regular", "--nodes", "16", "--degree", "3", "--seed", "9", "-o", graph.toString(), "--picture", picture.toString());
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(Files.readAllLines(graph)).hasSize(17);
        assertThat(Files.readString(picture)).startsWith("<svg").contains("16 nodes, 24 edges, degree 3");
        Outcome inspected = starling("graph", "inspect", graph.toString());
        assertThat(inspected.code()).as(inspected.err()).isZero();
        assertThat(inspected.out()).contains("nodes                16").contains("edges                24").contains("connected            yes");
    }

    @Test
    void sameSeedSameGraph() {
        String one = starling("graph", "erdos-renyi", "-n", "20", "-s", "4").out();
        assertThat(starling("graph", "erdos-renyi", "-n", "20", "-s", "4").out()).isEqualTo(one);
        assertThat(starling("graph", "erdos-renyi", "-n", "20", "-s", "5").out()).isNotEqualTo(one);
    }

    @Test
    void familiesAreComparedAsJson() throws Exception {
        String[] lines = starling("graph", "inspect", "ring", "base", "--nodes", "25", "--degree", "2", "--parameters", "1000", "--json").out().split("\n");
        assertThat(lines).hasSize(2);
        JsonNode ring = new ObjectMapper().readTree(lines[0]);
        JsonNode base = new ObjectMapper().readTree(lines[1]);
        assertThat(ring.get("graph").asText()).isEqualTo("ring");
        assertThat(ring.get("bytesPerRound").asDouble()).isEqualTo(50 * 4000);
        assertThat(base.get("roundsToConsensus").asInt()).isLessThan(ring.get("roundsToConsensus").asInt());
    }

    @Test
    void anUnconnectedFileIsInspectedNotRefused() throws Exception {
        Path graph = Files.writeString(folder.resolve("pairs.edges"), "4\n0 1\n2 3\n");
        assertThat(starling("graph", "inspect", graph.toString()).out()).contains("connected            no").contains("infinite");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "graph rign -n 4                              | Did you mean ring?",
        "graph ring                                   | Give --nodes",
        "graph                                        | Which family of graphs? There are: barabasi-albert",
        "graph regular -n 15 -d 5                     | nodes × degree must be even",
        "graph ring -n 4 -o /proc/none/all.edges      | cannot be written",
        "graph ring -n 4 --format dot                 | graph.format = dot is not known",
        "graph exponential -n 4 --format edges        | cannot hold one-way edges; use weighted",
        "graph ring -n 4 --set graph.rewirring=1      | Did you mean graph.rewiring?",
        "graph inspect /nowhere.edges                 | There is no graph file /nowhere.edges",
        "graph inspect ring star -n 4 --picture a.svg | draws one graph, but 2 are named",
        "graph inspect ring -n 4 --epsilon 2          | --epsilon 2.0 is not allowed",
        "graph inspect ring -n 4 --weights given      | brings no weights"})
    void whatCannotBeDoneIsSaidInOneLine(String line, String message) {
        Outcome outcome = starling(line.split(" +"));
        assertThat(outcome.code()).isEqualTo(Starling.BAD_INPUT);
        assertThat(outcome.err()).startsWith("starling: ").contains(message);
        assertThat(outcome.out()).isEmpty();
    }
}
