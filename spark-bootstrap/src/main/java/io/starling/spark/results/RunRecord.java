package io.starling.spark.results;

/**
 * Where a run's results come from: everything needed to say how they were made, and to make them again.
 *
 * @param status {@code running}, {@code finished} (every node did all its rounds), {@code degraded} (some did), {@code failed}
 * @param gitId  of the source this was built from, or "unknown"
 */
public record RunRecord(
        String name, String status, String started, String finished, int nodes, int rounds, long seed, int nodesFinished, int executors,
        double wallSeconds, double cpuSeconds, long peakHeapBytes, int parameters, String configJson, String starlingVersion, String gitId,
        String sparkVersion, String sparkMaster, String javaVersion, String machine) {
}
