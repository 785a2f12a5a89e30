/**
 * What a topology will do, computed before training on it: {@link io.starling.graph.inspect.GraphDiagnostics}, and a drawing of
 * it: {@link io.starling.graph.inspect.GraphPicture}.
 */
package io.starling.graph.inspect;
