package io.starling.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.graph.Graph;
import io.starling.graph.Repeating;
import io.starling.graph.Topology;
import io.starling.graph.generate.RandomRegular;
import io.starling.graph.weights.Auto;
import io.starling.graph.weights.MetropolisHastings;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GraphFileTest {
    private static final Graph TRIANGLE_WITH_TAIL = Graph.builder(4).edge(0, 1).edge(1, 2).edge(2, 0).edge(2, 3).build();

    private static Graph read(String name, String text) {
        return GraphFile.read(name, text, GraphFile.AUTO, 0).at(0);
    }

    @Test
    void edgesAsDecentralizePyWritesThem() {
        assertThat(read("g.edges", "4\n0 1\n0 2\n1 0\n1 2\n2 0\n2 1\n2 3\n3 2")).isEqualTo(TRIANGLE_WITH_TAIL);
        assertThat(GraphFile.write(Topology.of(TRIANGLE_WITH_TAIL), null, GraphFormat.EDGES, 1))
            .isEqualTo("4\n0 1\n0 2\n1 0\n1 2\n2 0\n2 1\n2 3\n3 2\n");
    }

    @Test
    void adjacencyAsDecentralizePyReadsIt() {
        assertThat(read("g.adjacency", "4\n1 2\n0 2\n0 1 3\n2\n")).isEqualTo(TRIANGLE_WITH_TAIL);
        assertThat(GraphFile.write(Topology.of(TRIANGLE_WITH_TAIL), null, GraphFormat.ADJACENCY, 1)).isEqualTo("4\n1 2\n0 2\n0 1 3\n2\n");
    }

    @Test
    void blankLinesCommentsTabsAndWindowsLineEndsAreHarmless() {
        assertThat(read("g.edges", "\uFEFF# a triangle\r\n\r\n4  # nodes\r\n0\t1\r\n\r\n1 2 # here\r\n2 0\r\n 2 3 \r\n\r\n"))
            .isEqualTo(TRIANGLE_WITH_TAIL);
        assertThat(read("g.adjacency", "4\n# of 0\n1 2\n\n0 2\n0 1 3\n2\n\n")).isEqualTo(TRIANGLE_WITH_TAIL);
    }

    @Test
    void anEmptyLineInAnAdjacencyListIsANodeWithoutNeighbours() {
        assertThat(read("g.adjacency", "3\n2\n\n0\n")).isEqualTo(Graph.builder(3).edge(0, 2).build());
    }

    @Test
    void theFormatIsToldByTheLinesWhereTheEndingSaysNothing() {
        assertThat(read("g.txt", "4\n0 1\n1 2\n2 0\n2 3\n1 0\n")).isEqualTo(TRIANGLE_WITH_TAIL);
        assertThat(read("g.txt", "4\n1 2\n0 2\n0 1 3\n2\n")).isEqualTo(TRIANGLE_WITH_TAIL);
        assertThat(read("ring", "4\n1 3\n0 2\n1 3\n0 2\n").targets(0)).as("a ring's adjacency list has two columns, too")
            .containsExactly(1, 3);
        assertThat(read("g.txt", "2\n0 1 0.5\n1 0 0.5\n").isWeighted()).isTrue();
        assertThat(GraphFile.read("g.txt", "2\n0 0 1 0.5\n0 1 0 0.5\n3 0 1 0.5\n", GraphFile.AUTO, 0).period()).isEqualTo(4);
        assertThat(read("one", "1\n").nodes()).isEqualTo(1);
    }

    @Test
    void aTextThatCanBeReadBothWaysIsNotGuessed() {
        String both = "5\n1 4\n0 2\n1 3\n2 4\n0 3\n";
        assertThatThrownBy(() -> read("g.txt", both)).isInstanceOf(UserError.class).hasMessageContaining("graph.format");
        assertThat(GraphFile.read("g.txt", both, "edges", 5).at(0).targets(0)).containsExactly(2, 3);
        assertThat(GraphFile.read("g.txt", both, "adjacency", 5).at(0).targets(0)).containsExactly(1, 4);
    }

    @Test
    void timedEdgesRepeatAndMayPause() {
        Topology topology = GraphFile.read("g.timed", "2\n0 0 1 0.5\n0 1 0 0.5\n2 0 1 1\n", GraphFile.AUTO, 2);
        assertThat(topology.period()).isEqualTo(3);
        assertThat(topology.at(3)).isEqualTo(topology.at(0));
        assertThat(topology.at(1).arcs()).isZero();
        assertThat(topology.at(2).weight(1, 0)).isEqualTo(1f);
    }

    @ParameterizedTest
    @EnumSource(GraphFormat.class)
    void whatIsWrittenIsReadBack(GraphFormat format) {
        Topology topology = Topology.of(RandomRegular.graph(20, 3, 5, 0));
        String text = GraphFile.write(topology, new MetropolisHastings(), format, 1);
        Topology back = GraphFile.read("g." + format.label(), text, GraphFile.AUTO, 20);
        assertThat(back.period()).isEqualTo(1);
        for (int node = 0; node < 20; node++) {
            assertThat(back.at(0).targets(node)).isEqualTo(topology.at(0).targets(node));
        }
        assertThat(GraphFile.write(back, new Auto(), format, 1)).isEqualTo(text);
    }

    @Test
    void theSimplestFormatIsChosenThatHoldsAll() {
        assertThat(GraphFile.simplestFormat(Topology.of(TRIANGLE_WITH_TAIL))).isEqualTo(GraphFormat.EDGES);
        assertThat(GraphFile.simplestFormat(Topology.of(Graph.builder(2).arc(0, 1).build()))).isEqualTo(GraphFormat.WEIGHTED);
        assertThat(GraphFile.simplestFormat(Topology.of(Graph.builder(2).edge(0, 1, 0.5f).build()))).isEqualTo(GraphFormat.WEIGHTED);
        assertThat(GraphFile.simplestFormat(new Repeating(List.of(TRIANGLE_WITH_TAIL, TRIANGLE_WITH_TAIL)))).isEqualTo(GraphFormat.TIMED);
    }

    @Test
    void formatsRefuseWhatTheyCannotHold() {
        Topology oneWay = Topology.of(Graph.builder(3).arc(0, 1).arc(1, 2).arc(2, 0).build());
        Topology changing = new Repeating(List.of(TRIANGLE_WITH_TAIL, Graph.builder(4).edge(0, 1).build()));
        assertThatThrownBy(() -> GraphFile.write(oneWay, null, GraphFormat.EDGES, 1)).hasMessageContaining("use weighted");
        assertThatThrownBy(() -> GraphFile.write(changing, null, GraphFormat.ADJACENCY, 1)).hasMessageContaining("use timed");
        assertThatThrownBy(() -> GraphFile.write(changing, null, GraphFormat.WEIGHTED, 1)).hasMessageContaining("use timed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "edges     | \"\"                              | g is empty",
        "edges     | \"# only this\"                   | g is empty",
        "edges     | \"0 1;1 2\"                       | line 1: '0 1' is not a number of nodes",
        "edges     | \"-3\"                            | line 1: '-3' is not a number of nodes",
        "edges     | \"99999999999\"                   | line 1: '99999999999' is not a number of nodes",
        "edges     | \"3;0 1;1 x\"                     | line 3: 'x' is not a node id",
        "edges     | \"3;0 1;1 -2\"                    | line 3: '-2' is not a node id",
        "edges     | \"3;0 1;;1 3\"                    | line 4: there is no node 3: the graph has 3 nodes, so ids go from 0 to 2; if this",
        "edges     | \"3;0 1;1 7\"                     | line 3: there is no node 7",
        "edges     | \"3;0 1;1 1\"                     | line 3: node 1 has an edge to itself; remove it",
        "edges     | \"3;0 1;1\"                       | line 3: '1' has 1 fields instead of the two node ids of an edge",
        "edges     | \"3;0 1 0.5\"                     | if the third is a weight, weighted",
        "adjacency | \"3;1;0\"                         | an adjacency list of 3 nodes has 3 lines after the first, but there are 2",
        "adjacency | \"3;1;0 2;1;0\"                   | but there are 4",
        "adjacency | \"3;1 2;0;1\"                     | line 2: node 0 lists 2, but line 4, of node 2, does not list 0; add it there",
        "adjacency | \"3;1;0 1 2;1\"                   | line 3: node 1 has an edge to itself",
        "weighted  | \"3;0 1\"                         | line 2: '0 1' has 2 fields instead of from, to and weight",
        "weighted  | \"3;0 1 2.5\"                     | line 2: '2.5' is not a weight; it must be more than 0 and at most 1",
        "weighted  | \"3;0 1 NaN\"                     | line 2: 'NaN' is not a weight",
        "weighted  | \"3;0 1 0.5;0 1 0.25\"            | line 3: the edge from 0 to 1 has the weight 0.25 here, but 0.5 in an earlier line",
        "weighted  | \"3;0 1 0.75;2 1 0.5\"            | line 3: the weights of what node 1 receives sum to 1.25",
        "timed     | \"3;0 1 0.5\"                     | line 2: '0 1 0.5' has 3 fields instead of round, from, to and weight",
        "timed     | \"3;2000000000 0 1 0.5\"          | line 2: round 2000000000 is too far",
        "timed     | \"3\"                             | g has no edges"})
    void whatIsWrongIsSaidWithTheLine(String format, String text, String message) {
        assertThatThrownBy(() -> GraphFile.read("g", text.replace(';', '\n'), format, 0)).isInstanceOf(UserError.class)
            .hasMessageStartingWith("g").hasMessageContaining(message);
    }

    /** Whatever stands in a file, the answer is a topology or an error for the user. */
    @Property(tries = 500)
    void nothingElseThanAUserErrorComesOut(@ForAll @StringLength(max = 40) String garbage) {
        readOrRefuse(garbage);
        readOrRefuse("3\n" + garbage);
    }

    @Property(tries = 1000)
    void nothingElseThanAUserErrorComesOutOfNumbers(@ForAll List<@net.jqwik.api.constraints.IntRange(min = -1, max = 4) Integer> numbers) {
        StringBuilder text = new StringBuilder("3\n");
        for (int i = 0; i < numbers.size(); i++) {
            text.append(numbers.get(i)).append(i % 2 == 0 ? ' ' : '\n');
        }
        readOrRefuse(text.toString());
    }

    private static void readOrRefuse(String text) {
        for (String format : List.of(GraphFile.AUTO, "edges", "adjacency", "weighted", "timed")) {
            try {
                assertThat(GraphFile.read("g", text, format, 3).nodes()).isEqualTo(3);
            } catch (UserError refused) {
                assertThat(refused).hasMessageStartingWith("g");
            }
        }
    }
}
