package io.starling.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import io.starling.graph.file.GraphFile;
import io.starling.graph.file.GraphFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphFilesTest {
    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "1")
            .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate();
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    private static Experiment experiment(String kind) {
        return Experiment.parse("nodes = 12, graph { kind = " + kind + ", degree = 3 }", List.of());
    }

    private String table(String sql) {
        String file = folder.resolve("some.parquet").toUri().toString();
        spark.sql(sql).write().mode("overwrite").parquet(file);
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "star", "base", "one-peer-exponential", "dynamic-regular", "epidemic-local"})
    void aTableGivesBackTheSameTopology(String kind) {
        Topology topology = Topologies.create(experiment(kind), 12, 1);
        String file = folder.resolve(kind + ".parquet").toUri().toString();
        GraphTable.write(spark, topology, Topologies.weights(experiment(kind)), 7, file);
        Topology read = GraphFile.read(file, GraphTable.read(spark, file), GraphFile.AUTO, 12);
        String text = GraphFile.write(topology, Topologies.weights(experiment(kind)), GraphFormat.TIMED, 7);
        assertThat(GraphFile.write(read, Topologies.weights(experiment("ring")), GraphFormat.TIMED, 7)).isEqualTo(text);
        assertThat(read.isStatic()).isEqualTo(topology.isStatic());
    }

    @Test
    void tablesOfOthersHaveAsManyNodesAsTheHighestIdSays() {
        String file = table("select cast(0 as bigint) round, a src, b dst, cast(0.25 as double) weight from values (0, 1), (1, 0), (1, 4), (4, 1) as t(a, b)");
        assertThat(GraphFile.read(file, GraphTable.read(spark, file), GraphFile.AUTO, 0).nodes()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "select 0 round, 0 src, 1 dst                              | no column weight",
        "select 0 round, 'a' src, 1 dst, 0.5 weight                | string in the column src",
        "select 0 round, 0.5 src, 1 dst, 0.5 weight                | decimal(1,1) in the column src; it must be a whole number",
        "select 0 round, cast(null as int) src, 1 dst, 0.5 weight  | rows without a value"})
    void saysWhatIsWrongWithATable(String sql, String message) {
        String file = table(sql);
        assertThatThrownBy(() -> GraphTable.read(spark, file)).isInstanceOf(UserError.class).hasMessageContaining(message).hasMessageContaining("some.parquet");
    }

    @Test
    void edgesThatCannotBeAreRefusedAsInText() {
        String file = table("select 0 round, 3 src, 3 dst, 0.5 weight");
        assertThatThrownBy(() -> GraphFile.read(file, GraphTable.read(spark, file), GraphFile.AUTO, 0)).isInstanceOf(UserError.class).hasMessageContaining("3");
    }

    @Test
    void whatIsNeitherTextNorATableIsRefused() throws Exception {
        Path binary = Files.write(folder.resolve("graph.edges"), new byte[] {'P', 'A', 'R', '1', (byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> GraphFiles.text(binary.toUri().toString(), new Configuration())).isInstanceOf(UserError.class)
            .hasMessageContaining("not text in UTF-8").hasMessageContaining(".parquet");
        Path text = Files.write(folder.resolve("graph.parquet"), "3\n0 1\n".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> GraphTable.read(spark, text.toUri().toString())).isInstanceOf(UserError.class).hasMessageContaining("as Parquet");
        assertThatThrownBy(() -> GraphFiles.text(folder.resolve("none.edges").toUri().toString(), new Configuration())).isInstanceOf(UserError.class)
            .hasMessageContaining("There is no graph file");
    }
}
