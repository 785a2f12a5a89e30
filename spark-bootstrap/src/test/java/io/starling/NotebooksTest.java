package io.starling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.spark.LocalSpark;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import scala.Console;
import scala.collection.immutable.List$;
import scala.tools.nsc.Settings;
import scala.tools.nsc.interpreter.IMain;

/** Executes the Zeppelin notebooks' paragraphs as Zeppelin does: Scala by Scala's interpreter, SQL by Spark SQL, in one session. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NotebooksTest {
    private static final Path NOTEBOOKS = (Files.exists(Path.of("notebooks")) ? Path.of("") : Path.of("..")).resolve("notebooks");

    @TempDir
    static Path folder;

    private static SparkSession spark;

    @BeforeAll
    static void open() {
        // A slot for each of the eight nodes, and one for queries.
        spark = LocalSpark.open(9);
        spark.conf().set("spark.starling.results", folder.toString());
        spark.conf().set("spark.starling.rounds", "4");
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    /** What a notebook's paragraphs printed, one text each. */
    private static List<String> execute(int number) throws IOException {
        JsonNode note = new ObjectMapper().readTree(Files.readString(file(number)));
        StringWriter said = new StringWriter();
        IMain scala = interpreter(said);
        List<String> outputs = new ArrayList<>();
        for (JsonNode paragraph : note.get("paragraphs")) {
            String text = paragraph.get("text").asText();
            String kind = text.substring(0, text.indexOf('\n')).strip();
            String code = text.substring(text.indexOf('\n') + 1);
            switch (kind) {
                case "%md" -> outputs.add("");
                case "%spark" -> outputs.add(scala(scala, said, code));
                case "%spark.sql" -> outputs.add(sql(code, paragraph));
                default -> throw new AssertionError(kind + " is not known here");
            }
        }
        scala.close();
        return outputs;
    }

    private static Path file(int number) throws IOException {
        try (Stream<Path> files = Files.list(NOTEBOOKS)) {
            return files.filter(file -> file.getFileName().toString().startsWith("Starling " + number + " ")).findFirst().orElseThrow();
        }
    }

    private static IMain interpreter(StringWriter said) {
        Settings settings = new Settings();
        settings.processArgumentString("-usejavacp -nobootcp");
        IMain scala = new IMain(settings, new PrintWriter(said, true));
        scala.initializeSynchronous();
        scala.bind("spark", SparkSession.class.getName(), spark, List$.MODULE$.empty());
        return scala;
    }

    private static String scala(IMain scala, StringWriter said, String code) {
        said.getBuffer().setLength(0);
        java.io.ByteArrayOutputStream printed = new java.io.ByteArrayOutputStream();
        Object result = Console.withOut(printed, () -> scala.interpret(code));
        assertThat(result.toString()).as(code + "\n" + said).isEqualTo("Success");
        return printed.toString(java.nio.charset.StandardCharsets.UTF_8) + said;
    }

    /** A query must have rows, and the columns that its chart names. */
    private static String sql(String code, JsonNode paragraph) {
        Dataset<Row> table = spark.sql(code);
        List<String> rows = table.toJSON().collectAsList();
        assertThat(rows).as(code).isNotEmpty();
        for (String axis : List.of("keys", "groups", "values")) {
            for (JsonNode column : paragraph.at("/config/results/0/graph/" + axis)) {
                assertThat(table.columns()[column.get("index").asInt()]).as(axis + " of the chart of " + paragraph.get("title")).isEqualTo(column.get("name").asText());
            }
        }
        return String.join("\n", rows);
    }

    @Test
    @Order(1)
    void runAnExperiment() throws IOException {
        List<String> outputs = execute(1);
        assertThat(outputs.get(2)).contains("notebook-").contains("look at it").contains("http://127.0.0.1:");
        assertThat(outputs.get(4)).contains("finished: accuracy");
        assertThat(outputs.get(5).lines()).as("evaluations after 2 and 4 rounds").hasSize(2);
        assertThat(outputs.get(7).lines()).as("nodes").hasSize(8);
        assertThat(outputs.get(8)).contains("nothing");
        assertThat(outputs.get(9)).contains("over: true, CANCELLED").contains("rows of rounds are kept");
    }

    @Test
    @Order(2)
    void compareSparsifiers() throws IOException {
        List<String> outputs = execute(3);
        assertThat(outputs.get(2)).contains("full, seed 1: accuracy").contains("jwins-pp, seed 2: accuracy");
        assertThat(outputs.get(3).lines()).hasSize(6);
        assertThat(outputs.get(6)).contains("random: ").contains("n = 2, p = ");
        assertThat(outputs.get(7)).contains("written on the machine of the driver");
    }

    @Test
    @Order(3)
    void analyseRuns() throws IOException {
        spark.conf().set("spark.starling.results", folder.resolve("sparsifiers").toString());
        List<String> outputs = execute(2);
        assertThat(outputs.get(2).lines()).as("runs").hasSize(6);
        assertThat(outputs.get(3).lines()).as("figure 3a: three names, two evaluations").hasSize(6);
        assertThat(outputs.get(6).lines()).as("figure 4: methods").hasSize(3);
        assertThat(outputs.get(9)).as("figure 6").contains("8 nodes, degree 3");
        assertThat(outputs.get(10)).contains("\"seeds\":2");
    }
}
