/**
 * Data sets on Spark: from files on any Hadoop file system to each node's samples.
 *
 * <pre>
 * files ─ DataFiles ─> slices ─ a DatasetSource per format ─> samples in a fixed order
 *                                                               │ DatasetParts: test and validation set apart, broadcast
 *                                                               │ RankedSamples: counts → each sample's rank in its label or user
 *                                                               └ NodeData: (group, rank) → node, by a pure function
 * </pre>
 *
 * <p>Nothing that grows with the data comes to the driver, and nothing depends on how many executors there are. A format of one's own is a
 * {@link io.starling.spark.data.DatasetSource.Factory}; {@code EverySourceTest} is what it is held to.
 */
package io.starling.spark.data;
