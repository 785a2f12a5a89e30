/**
 * Codecs: how indices and values are turned into bytes.
 *
 * <p>An {@link io.starling.compression.IndexCodec} writes ascending indices, a {@link io.starling.compression.ValueCodec} floats;
 * both write to an {@link io.starling.compression.Output} and read from an {@link io.starling.compression.Input}. How many
 * values there are is said once, by the sharing method, and is checked there, so that no decoder ever allocates what a
 * message asks for: it fills what it is given, or refuses with {@link io.starling.compression.CorruptData}.
 *
 * <p>Implementations are in {@code indices} and {@code values}, one algorithm a class. To add one, implement the interface's
 * {@code Factory}, extend {@code IndexCodecKit} or {@code ValueCodecKit} in the tests, and name it in the configuration:
 * {@code compression.indices}, {@code compression.values}.
 */
package io.starling.compression;
