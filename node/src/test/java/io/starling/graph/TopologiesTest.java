package io.starling.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Key;
import io.starling.config.ModuleFactory;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.random.KeyedRandom;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologiesTest {
    private static GraphSettings file(String path) {
        return GraphSettings.none().with(GraphKeys.KIND, "file").with(GraphKeys.FILE, path);
    }

    @Test
    void theDefaultIsARandomRegularGraphOfDegree5WithMetropolisHastings() {
        Graph graph = Topologies.create(GraphSettings.none(), 16, 1).at(0);
        assertThat(IntStream.range(0, 16).map(graph::degree)).containsOnly(5);
        assertThat(Topologies.weights(GraphSettings.none()).of(graph, 0, graph.sources(0)[0], 7)).isEqualTo(1 / 8f);
    }

    @Test
    void anUnknownKindIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Topologies.create(GraphSettings.none().with(GraphKeys.KIND, "rnig"), 16, 1))
            .isInstanceOf(UserError.class).hasMessageContaining("graph.kind = rnig").hasMessageContaining("Did you mean ring?");
        assertThatThrownBy(() -> Topologies.weights(GraphSettings.none().with(GraphKeys.WEIGHTS, "unifrom")))
            .isInstanceOf(UserError.class).hasMessageContaining("Did you mean uniform?");
    }

    @Test
    void aFileIsReadFromThisMachine(@TempDir Path folder) throws Exception {
        Path path = Files.writeString(folder.resolve("graph.edges"), "3\n0 1\n1 2\n");
        assertThat(Topologies.create(file(path.toString()), 3, 0).at(0)).isEqualTo(Graph.builder(3).edge(0, 1).edge(1, 2).build());
    }

    @Test
    void orItsTextIsHandedIn() {
        Topology topology = Topologies.create(file("hdfs://cluster/graph.edges"), 2, 0,
            path -> path.equals("hdfs://cluster/graph.edges") ? "2\n0 1" : "");
        assertThat(topology.at(5).targets(0)).containsExactly(1);
    }

    @Test
    void whatIsWrongWithAFileIsSaidInOneLine(@TempDir Path folder) throws Exception {
        String missing = folder.resolve("missing.edges").toString();
        assertThatThrownBy(() -> Topologies.create(file(missing), 3, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining(missing + " of section graph does not exist").hasMessageContaining("starling graph");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0x80});
        assertThatThrownBy(() -> Topologies.create(file(binary.toString()), 3, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("is not text");
        assertThatThrownBy(() -> Topologies.create(file(folder.toString()), 3, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> Topologies.create(GraphSettings.none().with(GraphKeys.KIND, "file"), 3, 0))
            .isInstanceOf(UserError.class).hasMessageContaining("needs graph.file");
    }

    @Test
    void anUnconnectedGraphIsRefused() {
        assertThatThrownBy(() -> Topologies.create(file("a.edges"), 4, 0, path -> "4\n0 1\n2 3\n")).isInstanceOf(UserError.class)
            .hasMessageContaining("a.edges").hasMessageContaining("no way between node 0 and node 2");
        assertThatThrownBy(() -> Topologies.create(file("a.weighted"), 2, 0, path -> "2\n0 1 0.5\n")).isInstanceOf(UserError.class)
            .hasMessageContaining("not connected");
    }

    @Test
    void aChangingGraphMustBeConnectedOverItsPeriodOnly() {
        String pairs = "3\n0 0 1 0.5\n0 1 0 0.5\n1 1 2 0.5\n1 2 1 0.5\n";
        Topology topology = Topologies.create(file("a.timed"), 3, 0, path -> pairs);
        assertThat(topology.period()).isEqualTo(2);
        assertThat(topology.at(0).isConnected()).isFalse();
        assertThatThrownBy(() -> Topologies.create(file("a.timed"), 4, 0, path -> pairs.replaceFirst("3", "4")))
            .isInstanceOf(UserError.class).hasMessageContaining("in none of the 2 rounds");
    }

    @Test
    void aGraphOfAnotherSizeIsRefused() {
        assertThatThrownBy(() -> Topologies.create(file("a.edges"), 16, 0, path -> "3\n0 1\n1 2\n")).isInstanceOf(UserError.class)
            .hasMessageContaining("a.edges, line 1").hasMessageContaining("3 nodes").hasMessageContaining("nodes = 16");
    }

    @Test
    void givenWeightsMustBeThere() {
        GraphSettings ring = GraphSettings.none().with(GraphKeys.KIND, "ring").with(GraphKeys.WEIGHTS, "given");
        assertThatThrownBy(() -> Topologies.create(ring, 4, 0)).isInstanceOf(UserError.class)
            .hasMessageContaining("graph.weights = given").hasMessageContaining("ring brings no weights");
    }

    @Test
    void aUsersOwnTopologyIsFoundByItsClassName() {
        Topology topology = Topologies.create(GraphSettings.none().with(GraphKeys.KIND, Fresh.class.getName()), 6, 3);
        assertThat(topology.at(1)).isNotEqualTo(topology.at(2));
    }

    @Test
    void everyNodeOfAnExecutorGetsTheSameGraphAndTheLastRoundsAreKept() throws Exception {
        Fresh.MADE.set(0);
        Topology topology = Topologies.create(GraphSettings.none().with(GraphKeys.KIND, Fresh.class.getName()), 64, 3);
        Set<Graph> seen = ConcurrentHashMap.newKeySet();
        List<Thread> nodes = new ArrayList<>();
        for (int node = 0; node < 16; node++) {
            nodes.add(new Thread(() -> IntStream.range(0, 20).forEach(round -> seen.add(topology.at(round)))));
        }
        nodes.forEach(Thread::start);
        for (Thread node : nodes) {
            node.join();
        }
        assertThat(seen).hasSize(20);
        topology.at(19);
        int made = Fresh.MADE.get();
        assertThat(topology.at(19)).isSameAs(topology.at(19));
        assertThat(Fresh.MADE).hasValue(made);
        topology.at(0);
        assertThat(Fresh.MADE).as("round 0 was forgotten, and is made again").hasValue(made + 1);
    }

    @Test
    void everyKeyIsDocumentedAndStandsInTheSection() {
        List<Key<?>> keys = new ArrayList<>(GraphKeys.all());
        List<ModuleFactory> modules = new ArrayList<>(Modules.all(Topology.Factory.class));
        modules.addAll(Modules.all(Weights.Factory.class));
        modules.forEach(module -> keys.addAll(module.keys()));
        assertThat(keys).allSatisfy(key -> {
            assertThat(key.section()).isEqualTo("graph");
            assertThat(key.doc()).endsWith(".");
        });
    }

    /** A new ring in every round. */
    public static final class Fresh implements Topology.Factory {
        static final AtomicInteger MADE = new AtomicInteger();

        @Override
        public String name() {
            return "fresh";
        }

        @Override
        public String doc() {
            return "A new ring in every round.";
        }

        @Override
        public Topology create(Settings settings, int nodes, long seed) {
            return new Topology() {
                @Override
                public int nodes() {
                    return nodes;
                }

                @Override
                public Graph at(int round) {
                    MADE.incrementAndGet();
                    int[] order = KeyedRandom.of(seed, "fresh", round).permutation(nodes);
                    Graph.Builder graph = Graph.builder(nodes);
                    for (int i = 0; i < nodes; i++) {
                        graph.edge(order[i], order[(i + 1) % nodes]);
                    }
                    return graph.build();
                }

                @Override
                public boolean isStatic() {
                    return false;
                }
            };
        }
    }
}
