package io.starling.spark.data;

import io.starling.dataset.Sample;
import io.starling.dataset.partition.Census;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Samples that know their place: their rank in the data set, and among those of their group. Found by counting, partition by
 * partition; only the counts come to the driver, for each partition those of the groups that are in it.
 */
final class RankedSamples {
    private final JavaRDD<Sample> samples;
    private final GroupOf groupOf;
    private final Census census;
    private final Broadcast<List<Before>> before;

    /** The group of a sample, from 0. */
    interface GroupOf extends Serializable {
        int of(Sample sample);
    }

    /** What stands before a partition: samples of each of its groups, and in all. */
    private record Before(Map<Integer, Long> ofGroup, long inAll) implements Serializable {
    }

    /** What to do with a sample in its place; null: leave it out. */
    interface Placed<T> extends Serializable {
        T apply(Sample sample, int group, long rankInGroup, long rank);
    }

    private RankedSamples(JavaRDD<Sample> samples, GroupOf groupOf, Census census, Broadcast<List<Before>> before) {
        this.samples = samples;
        this.groupOf = groupOf;
        this.census = census;
        this.before = before;
    }

    /** Counts; this reads the samples once. */
    static RankedSamples of(JavaRDD<Sample> samples, int groups, GroupOf groupOf) {
        List<HashMap<Integer, Long>> counts = samples.mapPartitions(part -> {
            HashMap<Integer, Long> count = new HashMap<>();
            while (part.hasNext()) {
                count.merge(groupOf.of(part.next()), 1L, Long::sum);
            }
            return List.of(count).iterator();
        }).collect();
        long[] total = new long[groups];
        long inAll = 0;
        List<Before> before = new ArrayList<>();
        for (Map<Integer, Long> partition : counts) {
            Map<Integer, Long> ofGroup = new HashMap<>();
            partition.keySet().forEach(group -> ofGroup.put(group, total[group]));
            before.add(new Before(ofGroup, inAll));
            for (Map.Entry<Integer, Long> group : partition.entrySet()) {
                total[group.getKey()] += group.getValue();
                inAll += group.getValue();
            }
        }
        return new RankedSamples(samples, groupOf, new Census(total), new JavaSparkContext(samples.context()).broadcast(before));
    }

    Census census() {
        return census;
    }

    <T> JavaRDD<T> map(Placed<T> function) {
        GroupOf grouping = groupOf;
        Broadcast<List<Before>> known = before;
        return samples.mapPartitionsWithIndex((partition, part) -> place(part, known.value().get(partition), grouping, function), true);
    }

    private static <T> Iterator<T> place(Iterator<Sample> part, Before start, GroupOf groupOf, Placed<T> function) {
        Map<Integer, Long> rankInGroup = new HashMap<>(start.ofGroup);
        long[] rank = {start.inAll};
        return new io.starling.spark.data.file.Pull<>(() -> {
            while (part.hasNext()) {
                Sample sample = part.next();
                int group = groupOf.of(sample);
                T made = function.apply(sample, group, rankInGroup.merge(group, 1L, Long::sum) - 1, rank[0]++);
                if (made != null) {
                    return made;
                }
            }
            return null;
        });
    }
}
