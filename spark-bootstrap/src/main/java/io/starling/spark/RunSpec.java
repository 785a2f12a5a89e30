package io.starling.spark;

import io.starling.dataset.SampleFormat;
import io.starling.dataset.Samples;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Everything a task has to know about its run; sent to executors once.
 *
 * @param runKey     the run's number on the wire
 * @param secret     shared by the nodes of this run; travels by Spark's own channels only
 * @param configJson the experiment
 * @param graphFiles contents of the topology files by path, read once by the driver
 * @param test       null if there is no test set
 */
record RunSpec(
        String runId, long runKey, byte[] secret, String driverHost, int driverPort, String configJson, Map<String, String> graphFiles, SampleFormat format,
        Broadcast<Samples> test, String resultsPath, SerializableConfiguration hadoop) implements Serializable {

    @Override
    public String toString() {
        return "RunSpec[" + runId + "]";
    }
}
