/**
 * Layers over slices of one flat state, and the {@link io.starling.model.layer.Network} made of them.
 *
 * <p>A {@link io.starling.model.layer.Layer} is the immutable description of one step: shapes, and where its parameters stand
 * in the flat state. A {@link io.starling.model.layer.Unit} is the same step with memory for a batch, in a workspace; it
 * does the computing, on the {@link io.starling.engine.Kernels} chosen for this JVM. A
 * {@link io.starling.model.layer.Chain} strings units together, with a {@link io.starling.engine.Volume} of activations
 * between each two. {@link io.starling.model.layer.NetworkBuilder} is the way to make a model:
 *
 * <pre>{@code
 * Network lenet = NetworkBuilder.images(shape, KernelSet.best())
 *     .conv(32, 5, 1, 2).groupNorm(2).relu().maxPool(2)
 *     .flatten().dense(10).softmaxCrossEntropy();
 * }</pre>
 */
package io.starling.model.layer;
