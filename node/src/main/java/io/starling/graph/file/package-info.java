/**
 * Graph files, read with errors that name the line, and written. Entry point: {@link io.starling.graph.file.GraphFile}.
 */
package io.starling.graph.file;
