/**
 * Families of graphs that change with the round, as pure functions of (seed, round). Each class is one construction with its
 * citation, and the factory that makes it choosable as {@code graph.kind}.
 */
package io.starling.graph.varying;
