/**
 * The JSON files of LEAF (Caldas et al., "LEAF: a benchmark for federated settings", 2018): users, how many samples each has,
 * and their data.
 *
 * <p>{@link io.starling.dataset.format.leaf.LeafFile} reads the frame, one user after another;
 * {@link io.starling.dataset.format.leaf.LeafTask} says what a user's {@code x} and {@code y} mean in each of LEAF's data sets.
 */
package io.starling.dataset.format.leaf;
