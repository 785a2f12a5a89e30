/**
 * Who sends to whom in which round, and how much it counts.
 *
 * <p>A {@link io.starling.graph.Graph} is one round's edges, a {@link io.starling.graph.Topology} gives the graph of every
 * round, {@link io.starling.graph.Weights} are the entries of the mixing matrix. Families of graphs are in
 * {@code generate} (the same in all rounds) and {@code varying} (another in every round), files in {@code file};
 * {@code inspect} tells before training how fast nodes will agree and at what cost, and draws.
 *
 * <p>To add a family, implement {@link io.starling.graph.Topology.Factory}, extend {@code TopologyKit} in the tests, and name
 * the class in the configuration.
 *
 * <p>JGraphT draws the random graphs; the families that a single loop defines are that loop.
 *
 * <p>Entry point: {@link io.starling.graph.Topologies#create}.
 */
package io.starling.graph;
