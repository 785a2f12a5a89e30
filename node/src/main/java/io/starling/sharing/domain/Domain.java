package io.starling.sharing.domain;

import io.starling.engine.ScratchPool.Scratch;
import java.util.List;

/**
 * The space in which parameters are scored, shared and averaged: an invertible linear map of the flat model.
 *
 * <p>An instance belongs to one node and is used by one thread at a time.
 */
public interface Domain {
    /** How many coefficients there are. */
    int size();

    void forward(float[] state, float[] coefficients, Scratch scratch);

    void inverse(float[] coefficients, float[] state, Scratch scratch);

    /** The names that {@code sharing.domain} knows. */
    List<String> NAMES = List.of("plain", "wavelet", "fft");
}
