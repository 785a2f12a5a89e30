package io.starling.compression;

import io.starling.config.ModuleFactory;
import io.starling.config.Settings;

/**
 * Ascending indices ↔ bytes.
 *
 * <p>How many indices there are, and below what bound, both sides know otherwise. Stateless and thread-safe.
 */
public interface IndexCodec {
    /**
     * Appends indices.
     *
     * @param indices strictly ascending, from 0 to below the bound
     */
    void encode(int[] indices, int count, int bound, Output out);

    /**
     * Reads so many indices. Whatever the bytes are, it fills {@code indices} with strictly ascending ones below the bound or
     * refuses, and allocates no more than in proportion to {@code count} and {@code bound}.
     */
    void decode(Input in, int count, int bound, int[] indices) throws CorruptData;

    /** Makes a codec choosable as {@code compression.indices}. */
    interface Factory extends ModuleFactory {
        IndexCodec create(Settings settings);
    }
}
