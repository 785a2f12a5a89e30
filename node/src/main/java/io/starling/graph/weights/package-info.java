/**
 * How much a neighbour's model counts: the entries of the mixing matrix, choosable as {@code graph.weights}.
 */
package io.starling.graph.weights;
