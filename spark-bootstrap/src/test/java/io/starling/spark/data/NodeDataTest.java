package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.partition.ByUser;
import io.starling.dataset.partition.Dirichlet;
import io.starling.dataset.partition.Iid;
import io.starling.dataset.partition.LabelShards;
import io.starling.dataset.partition.Partitioner;
import io.starling.dataset.partition.Sized;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(WithSpark.class)
class NodeDataTest {
    private static final SampleShape SHAPE = SampleShape.vector(1, 7);

    /** 500 samples of 7 labels and 23 users; the feature is the sample's number. */
    private static JavaRDD<Sample> samples(int partitions) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            samples.add(Sample.of(new float[] {i}, i * i % 7).by("user " + i % 23));
        }
        return WithSpark.context().parallelize(samples, partitions);
    }

    private static Map<Integer, List<Integer>> byNode(NodeData data) {
        Map<Integer, List<Integer>> byNode = new TreeMap<>();
        data.samples().collect().forEach(s -> byNode.computeIfAbsent(s._1.node(), n -> new ArrayList<>()).add((int) s._2.floats()[0]));
        return byNode;
    }

    static List<Partitioner> partitioners() {
        return List.of(new Iid(), new LabelShards(2), new Dirichlet(0.3, 5), new ByUser(), Sized.ofFractions(1, 2, 3, 4, 1, 1, 1, 1, 1));
    }

    @ParameterizedTest
    @MethodSource("partitioners")
    void theDivisionDoesNotDependOnHowSparkCutsTheData(Partitioner partitioner) {
        Map<Integer, List<Integer>> once = byNode(NodeData.divide(samples(1), SHAPE, partitioner, 9, 3));
        assertThat(byNode(NodeData.divide(samples(4), SHAPE, partitioner, 9, 3))).isEqualTo(once);
        assertThat(byNode(NodeData.divide(samples(13), SHAPE, partitioner, 9, 3))).isEqualTo(once);
        assertThat(once.values().stream().flatMap(List::stream).sorted().toList()).hasSize(500).doesNotHaveDuplicates();
        assertThat(once).hasSize(9);
    }

    @Test
    void countsLabelsOfEveryNode() {
        NodeData data = NodeData.divide(samples(3), SHAPE, new LabelShards(1), 4, 3);
        Map<Integer, Long> perNode = data.labelCounts().stream()
            .collect(Collectors.groupingBy(NodeData.LabelCount::node, Collectors.summingLong(NodeData.LabelCount::samples)));
        assertThat(perNode.values()).containsOnly(125L);
        assertThat(java.util.Arrays.stream(data.labelsByNode()[3]).sum()).isEqualTo(125);
    }

    @Test
    void samplesWithoutUsersCannotBeDividedByUser() {
        JavaRDD<Sample> anonymous = samples(2).map(s -> Sample.of(s.floats(), s.target()));
        assertThatThrownBy(() -> NodeData.divide(anonymous, SHAPE, new ByUser(), 2, 1)).isInstanceOf(UserError.class).hasMessageContaining("by-user");
    }

    @Test
    void aNodeWithoutSamplesIsRefused() {
        assertThatThrownBy(() -> NodeData.divide(samples(2), SHAPE, (census, nodes, seed) -> (label, rank) -> 0, 2, 4))
            .isInstanceOf(UserError.class).hasMessageContaining("Node 1 would have no training data");
        assertThatThrownBy(() -> NodeData.divide(samples(2), SHAPE, new Iid(), 501, 4)).isInstanceOf(UserError.class).hasMessageContaining("nodes = 501");
    }

    @Test
    void aWrongLabelIsRefused() {
        JavaRDD<Sample> wrong = samples(2).map(s -> Sample.of(s.floats(), 8));
        assertThatThrownBy(() -> UserErrors.unwrapped(() -> NodeData.divide(wrong, SHAPE, new LabelShards(1), 2, 1)))
            .isInstanceOf(UserError.class).hasMessageContaining("label 8").hasMessageContaining("0 to 6");
    }

    @Test
    void partsAreStratifiedDisjointAndTheSameForAnyCut() {
        Experiment settings = Experiment.parse("dataset { test-fraction = 0.2, validation-fraction = 0.25 }", List.of());
        DatasetParts once = DatasetParts.of(source(1), settings);
        DatasetParts again = DatasetParts.of(source(5), settings);
        assertThat(once.test().count()).isEqualTo(100);
        assertThat(once.validation().count()).isEqualTo(100);
        assertThat(once.train().map(s -> s.floats()[0]).collect()).hasSize(300).isEqualTo(again.train().map(s -> s.floats()[0]).collect());
        assertThat(again.test().labelHistogram()).isEqualTo(once.test().labelHistogram());
    }

    @Test
    void aFixedSampleOfTheTestSetIsTheSameForAnyCut() {
        Experiment settings = Experiment.parse("dataset.test-fraction = 0.5, evaluation.samples = 40", List.of());
        DatasetParts once = DatasetParts.of(source(1), settings);
        assertThat(once.test().count()).isEqualTo(40);
        assertThat(DatasetParts.of(source(7), settings).test().labelHistogram()).isEqualTo(once.test().labelHistogram());
    }

    private static DatasetSource source(int partitions) {
        return new DatasetSource() {
            @Override
            public SampleFormat format() {
                return SampleFormat.floats(SHAPE);
            }

            @Override
            public JavaRDD<Sample> train() {
                return samples(partitions);
            }

            @Override
            public JavaRDD<Sample> test() {
                return null;
            }
        };
    }
}
