/**
 * How the centralized peer sampler of section 3.2 of the DecentralizePy paper makes the graph of a round.
 *
 * <p>A {@link io.starling.node.sampler.PeerSampler} is asked once a round, by the service node that serves all nodes:
 * {@link io.starling.node.sampler.OfTopology} hands out what {@code graph.kind} says, static or fresh in every round;
 * {@link io.starling.node.sampler.AmongAvailable} leaves out who is gone or far behind;
 * {@link io.starling.node.sampler.NearestModels} links nodes by how alike their models are. The way in is
 * {@link io.starling.node.sampler.PeerSampler.Factory}, chosen by {@code sampler.kind}.
 */
package io.starling.node.sampler;
