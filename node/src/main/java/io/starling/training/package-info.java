/**
 * Local training and evaluation of one node: {@link io.starling.training.LocalTraining} makes a round's mini-batch steps with an
 * {@link io.starling.training.Optimizer}, {@link io.starling.training.Evaluator} scores a state on a test set. Both compute only
 * while they hold one of the executor's {@link io.starling.engine.ComputeSlots}.
 */
package io.starling.training;
