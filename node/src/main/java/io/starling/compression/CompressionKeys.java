package io.starling.compression;

import io.starling.config.Key;

/** The keys of section {@code compression} that choose codecs; what a codec needs beside is declared with it. */
public final class CompressionKeys {
    public static final Key<String> INDICES = Key.string("compression.indices").optional()
        .doc("How the indices of shared parameters are encoded; by default what the sharing method says, usually elias-gamma.");
    public static final Key<String> VALUES = Key.string("compression.values").optional()
        .doc("How the values of shared parameters are encoded; by default what the sharing method says, usually f32.");

    private CompressionKeys() {
    }
}
