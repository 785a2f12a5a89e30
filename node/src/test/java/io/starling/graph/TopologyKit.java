package io.starling.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.Modules;
import io.starling.random.KeyedRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * What every topology must do, and what it may claim; a new family of graphs starts by extending this.
 *
 * <p>A family says what it is, which sizes exist and what it claims; each property is then tried with many sizes, seeds
 * and rounds.
 */
public abstract class TopologyKit {
    protected static final double ROUNDING = 1e-4;

    /** What a family promises beyond being a topology. */
    protected enum Claim {
        /** Every arc has its reverse. */
        SYMMETRIC,
        /** Every round's graph is connected. */
        CONNECTED,
        /** One averaging step with the default weights keeps the mean of all models. */
        KEEPS_MEAN,
        /** All nodes have the same degree. */
        REGULAR,
        /** After one period of averaging all nodes have exactly the mean. */
        EXACT
    }

    protected abstract Topology.Factory factory();

    protected abstract Claim[] claims();

    protected GraphSettings settings(int nodes) {
        return GraphSettings.none();
    }

    /** The text of a file that the settings name. */
    protected String text(String path, int nodes) {
        throw new AssertionError("no file is read, but " + path);
    }

    @Provide
    protected Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(1, 70);
    }

    protected final Topology topology(int nodes, long seed) {
        return factory().create(settings(nodes), nodes, seed, path -> text(path, nodes));
    }

    protected final boolean claims(Claim claim) {
        return Arrays.asList(claims()).contains(claim);
    }

    /** The average of every node, computed as nodes do: a weight for each source, the rest for itself. */
    protected static double[] averaged(Graph graph, Weights weights, double[] values) {
        double[] averages = new double[values.length];
        double leastOwn = 1;
        double least = 1;
        for (int node = 0; node < values.length; node++) {
            double own = 1;
            for (int source : graph.sources(node)) {
                double weight = weights.of(graph, node, source, graph.degree(source));
                least = Math.min(least, weight);
                averages[node] += weight * values[source];
                own -= weight;
            }
            leastOwn = Math.min(leastOwn, own);
            averages[node] += own * values[node];
        }
        assertThat(least).as("the least weight").isGreaterThan(0);
        assertThat(leastOwn).as("the least own weight").isGreaterThanOrEqualTo(-ROUNDING);
        return averages;
    }

    private static double[] anyValues(int nodes, long seed) {
        KeyedRandom random = KeyedRandom.of(seed, "test.values");
        return IntStream.range(0, nodes).mapToDouble(node -> random.nextGaussian()).toArray();
    }

    @Example
    void isRegisteredByItsName() {
        assertThat(Modules.find(Topology.Factory.class, GraphKeys.KIND, factory().name())).hasSameClassAs(factory());
        assertThat(factory().doc()).endsWith(".");
    }

    @Property(tries = 60)
    void passesTheChecksOfAConfiguration(@ForAll("sizes") int nodes, @ForAll long seed) {
        GraphSettings settings = settings(nodes).with(GraphKeys.KIND, factory().name());
        Topology checked = Topologies.create(settings, nodes, seed, path -> text(path, nodes));
        assertThat(checked.nodes()).isEqualTo(nodes);
        assertThat(checked.at(3)).isEqualTo(topology(nodes, seed).at(3));
    }

    @Property(tries = 60)
    void targetsAndSourcesAreTheSameArcs(@ForAll("sizes") int nodes, @ForAll long seed, @ForAll @IntRange(max = 100) int round) {
        Graph graph = topology(nodes, seed).at(round);
        assertThat(graph.nodes()).isEqualTo(nodes);
        int received = 0;
        for (int node = 0; node < nodes; node++) {
            assertThat(graph.targets(node)).isSorted().doesNotContain(node).doesNotHaveDuplicates();
            assertThat(graph.sources(node)).isSorted().doesNotContain(node).doesNotHaveDuplicates();
            assertThat(graph.degree(node)).isEqualTo(graph.sources(node).length);
            for (int target : graph.targets(node)) {
                assertThat(graph.sources(target)).contains(node);
            }
            received += graph.degree(node);
        }
        assertThat(graph.arcs()).isEqualTo(received);
    }

    @Property(tries = 60)
    void sameSeedGivesTheSameGraphInWhateverOrderRoundsAreAsked(@ForAll("sizes") int nodes, @ForAll long seed,
                                                                 @ForAll @IntRange(max = 100) int round) {
        Topology one = topology(nodes, seed);
        Topology other = topology(nodes, seed);
        other.at(round + 1);
        other.at(0);
        assertThat(one.at(round)).isEqualTo(other.at(round));
    }

    @Property(tries = 60)
    void repeatsAfterItsPeriod(@ForAll("sizes") int nodes, @ForAll long seed, @ForAll @IntRange(max = 100) int round) {
        Topology topology = topology(nodes, seed);
        assertThat(topology.isStatic()).isEqualTo(topology.period() == 1);
        if (topology.period() > 0) {
            assertThat(topology.at(round)).isEqualTo(topology.at(round + topology.period()));
        }
    }

    @Property(tries = 60)
    void isSymmetricConnectedAndRegularAsClaimed(@ForAll("sizes") int nodes, @ForAll long seed, @ForAll @IntRange(max = 100) int round) {
        Graph graph = topology(nodes, seed).at(round);
        if (claims(Claim.SYMMETRIC)) {
            assertThat(graph.isSymmetric()).isTrue();
        }
        if (claims(Claim.CONNECTED)) {
            assertThat(graph.isConnected()).isTrue();
        }
        if (claims(Claim.REGULAR)) {
            assertThat(IntStream.range(0, nodes).map(graph::degree).distinct().count()).isEqualTo(1);
            assertThat(IntStream.range(0, nodes).map(graph::outDegree).distinct().count()).isEqualTo(1);
        }
    }

    @Property(tries = 60)
    void oneStepOfAveragingKeepsTheMeanAsClaimed(@ForAll("sizes") int nodes, @ForAll long seed, @ForAll @IntRange(max = 100) int round) {
        double[] values = anyValues(nodes, seed);
        double[] averages = averaged(topology(nodes, seed).at(round), Topologies.weights(settings(nodes)), values);
        if (claims(Claim.KEEPS_MEAN)) {
            assertThat(mean(averages)).isCloseTo(mean(values), within(ROUNDING));
        }
    }

    @Property(tries = 60)
    void aPeriodOfAveragingGivesEveryNodeTheMeanAsClaimed(@ForAll("sizes") int nodes, @ForAll long seed) {
        if (claims(Claim.EXACT)) {
            Topology topology = topology(nodes, seed);
            double[] values = anyValues(nodes, seed);
            double mean = mean(values);
            for (int round = 0; round < topology.period(); round++) {
                values = averaged(topology.at(round), Topologies.weights(settings(nodes)), values);
            }
            assertThat(Arrays.stream(values).map(value -> Math.abs(value - mean)).max().orElseThrow()).isLessThan(ROUNDING);
        }
    }

    protected static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
