/**
 * Evaluation of the mean of all nodes' models, beside the run: nodes leave snapshots in a
 * {@link io.starling.spark.evaluation.SnapshotFolder} and go on, {@link io.starling.spark.evaluation.AveragedEvaluation} on the driver
 * reads them one by one, averages, evaluates and deletes them.
 */
package io.starling.spark.evaluation;
