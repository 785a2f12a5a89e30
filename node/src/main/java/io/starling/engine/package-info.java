/**
 * The compute kernels under the models, and who may use them when.
 *
 * <p>{@link io.starling.engine.Kernels} is the small interface between layers and the CPU; {@link io.starling.engine.KernelSet} lists
 * its implementations and chooses the best that this JVM and CPU allow. {@link io.starling.engine.Volume} is how activations lie in
 * memory. {@link io.starling.engine.ComputeSlots} lets many nodes share few cores.
 */
package io.starling.engine;
