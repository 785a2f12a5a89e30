/**
 * How training samples are divided among nodes.
 *
 * <p>A {@link io.starling.dataset.partition.Partitioner} is a pure function. It is told how many samples there are of every
 * group (of every label, of every user, or just how many), the number of nodes and the seed, and answers with an
 * {@link io.starling.dataset.partition.Partitioner.Assignment}: (group, rank within the group) → node. Samples are never
 * collected to be divided: whoever streams them past asks the assignment for each.
 *
 * <p>Start at {@link io.starling.dataset.partition.Partitioner}; {@link io.starling.dataset.partition.LabelShards} is a
 * short example.
 */
package io.starling.dataset.partition;
