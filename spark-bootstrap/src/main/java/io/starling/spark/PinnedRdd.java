package io.starling.spark;

import java.util.Collections;
import java.util.List;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.reflect.ClassTag;

/**
 * The same partitions, each with the executor where it should be computed: how a {@code Mapping} reaches Spark's scheduler.
 *
 * <p>Where the parent's data is lost with the executor that has it, a restarted task must not ask for it: Spark would then start the whole
 * stage again beside the nodes that still run. It gets nothing instead.
 */
final class PinnedRdd<T> extends RDD<T> {
    private static final long serialVersionUID = 1;

    private final ClassTag<T> tag;
    private final String[] locations;
    private final boolean durable;

    /**
     * @param locations one a partition, as {@code executor_<host>_<id>}; empty: anywhere
     * @param durable   whether the parent's data outlives executors
     */
    PinnedRdd(RDD<T> parent, ClassTag<T> tag, String[] locations, boolean durable) {
        super(parent, tag);
        this.tag = tag;
        this.locations = locations.clone();
        this.durable = durable;
    }

    @Override
    public Iterator<T> compute(Partition split, TaskContext context) {
        boolean restarted = context.attemptNumber() > 0 || context.stageAttemptNumber() > 0;
        return restarted && !durable ? JavaConverters.asScalaIterator(Collections.<T>emptyIterator()) : this.<T>firstParent(tag).iterator(split, context);
    }

    @Override
    public Partition[] getPartitions() {
        return this.<T>firstParent(tag).partitions();
    }

    @Override
    public Seq<String> getPreferredLocations(Partition split) {
        List<String> where = locations.length == 0 ? List.of() : List.of(locations[split.index()]);
        return JavaConverters.asScalaBuffer(where).toSeq();
    }
}
