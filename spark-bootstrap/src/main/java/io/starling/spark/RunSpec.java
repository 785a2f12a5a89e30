package io.starling.spark;

import io.starling.communication.Transport.Membership;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.Samples;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Everything a task has to know about its run; sent to executors once.
 *
 * @param membership shared by the nodes of this run; travels by Spark's own channels only
 * @param configJson the experiment
 * @param graphFiles contents of the topology files by path, read once by the driver
 * @param evaluation what models are evaluated on
 * @param rounds     how many rounds have been done before; 0 unless the run is resumed
 */
record RunSpec(
        String runId, Membership membership, String driverHost, int driverPort, String configJson, Map<String, String> graphFiles, SampleFormat format,
        Broadcast<EvaluationSets> evaluation, String resultsPath, SerializableConfiguration hadoop, int rounds) implements Serializable {

    /** The sets that all nodes evaluate on, shared by those of an executor; null where there is none. */
    record EvaluationSets(Samples test, Samples validation) implements Serializable {
    }

    @Override
    public String toString() {
        return "RunSpec[" + runId + "]";
    }
}
