package io.starling.spark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.config.UserError;
import io.starling.dataset.Iid;
import io.starling.dataset.LabelShards;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.spark.LocalSpark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NodeDataTest {
    private static SparkSession spark;

    @BeforeAll
    static void open() {
        spark = LocalSpark.open(2);
    }

    @AfterAll
    static void close() {
        spark.close();
    }

    /** Samples of three labels in turn, whose one feature is their place. */
    private static DatasetSource source(int count, int partitions, int classes) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(Sample.of(new float[] {i}, i % 3));
        }
        JavaRDD<Sample> rdd = new JavaSparkContext(spark.sparkContext()).parallelize(samples, partitions);
        return new DatasetSource() {
            @Override
            public SampleFormat format() {
                return SampleFormat.floats(SampleShape.vector(1, classes));
            }

            @Override
            public JavaRDD<Sample> train() {
                return rdd;
            }

            @Override
            public Samples test() {
                return null;
            }
        };
    }

    private static List<String> divided(int partitions) {
        return NodeData.divide(source(91, partitions, 3), new LabelShards(2), 5, 4).samples().collect().stream()
            .sorted(Comparator.comparing(t -> t._1())).map(t -> t._1().node() + ":" + (int) t._2().floats()[0] + ":" + t._1().index()).toList();
    }

    @Test
    void theDivisionDoesNotDependOnHowTheDataIsSpread() {
        assertThat(divided(1)).isEqualTo(divided(4)).isEqualTo(divided(7)).hasSize(91).doesNotHaveDuplicates();
    }

    @Test
    void everySampleIsCountedAtItsNode() {
        NodeData data = NodeData.divide(source(91, 4, 3), new Iid(), 5, 4);
        long total = 0;
        for (long[] node : data.labelsByNode()) {
            assertThat(node[0] + node[1] + node[2]).isBetween(18L, 19L);
            total += node[0] + node[1] + node[2];
        }
        assertThat(total).isEqualTo(91);
    }

    @Test
    void tooManyNodesAreRefused() {
        assertThatThrownBy(() -> NodeData.divide(source(4, 2, 3), new Iid(), 5, 4)).isInstanceOf(UserError.class).hasMessageContaining("nodes = 5");
        assertThatThrownBy(() -> NodeData.divide(source(4, 2, 3), (census, nodes, seed) -> (label, rank) -> 0, 2, 4))
            .isInstanceOf(UserError.class).hasMessageContaining("Node 1 would have no training data");
    }

    @Test
    void aLabelOutOfRangeIsSaid() {
        assertThatThrownBy(() -> NodeData.divide(source(9, 2, 2), new Iid(), 2, 4)).hasMessageContaining("label 2, but labels go from 0 to 1");
    }
}
