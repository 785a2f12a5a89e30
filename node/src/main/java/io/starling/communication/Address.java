package io.starling.communication;

/**
 * Where a node listens.
 *
 * @param incarnation which start of the node this is, from 0; a restarted node has a higher one and replaces the old
 */
public record Address(int node, int incarnation, String host, int port) {
}
