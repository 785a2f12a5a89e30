package io.starling.compression;

/** Bytes that no encoder of ours has written: cut short, flipped, or made up. */
public final class CorruptData extends Exception {
    public CorruptData(String message) {
        super(message);
    }
}
