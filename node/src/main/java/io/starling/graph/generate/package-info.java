/**
 * Families of graphs that are the same in every round. Each class is one construction with its citation, and the factory
 * that makes it choosable as {@code graph.kind}.
 */
package io.starling.graph.generate;
