package io.starling.sharing;

/**
 * {@code sharing.method = jwins-pp}: JWINS with bounded TopK instead of random cut-offs, all levels of the wavelet transform,
 * parameter-wise averaging and zfp values (thesis, algorithm 11).
 */
public final class JwinsPlusPlus extends RecipeFactory {
    public JwinsPlusPlus() {
        super("jwins-pp", "The wavelet coefficients (all levels) that changed most and some rarely shared ones; zfp values, parameter-wise averaging.",
            new Recipe("accumulation", "bounded-top-k", "wavelet", "max", "parameter-wise", "elias-gamma", "zfp", null));
    }
}
