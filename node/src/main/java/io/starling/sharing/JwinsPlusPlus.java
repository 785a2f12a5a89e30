package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/**
 * {@code sharing.method = jwins-pp}: JWINS with bounded TopK instead of random cut-offs, all levels of the wavelet transform,
 * parameter-wise averaging and zfp values (thesis, algorithm 11).
 */
public final class JwinsPlusPlus implements Sharing.Factory {
    private static final Recipe RECIPE = new Recipe("accumulation", "bounded-top-k", "wavelet", "max", "parameter-wise", "elias-gamma", "zfp", null);

    @Override
    public String name() {
        return "jwins-pp";
    }

    @Override
    public String doc() {
        return "The wavelet coefficients (all levels) that changed most and some rarely shared ones; zfp values, parameter-wise averaging.";
    }

    @Override
    public List<Key<?>> keys() {
        return SharingKeys.partial();
    }

    @Override
    public void check(Settings settings, Topology topology, int size) {
        RECIPE.check(settings, size);
    }

    @Override
    public Sharing create(Sharing.Context context) {
        return RECIPE.create(context);
    }
}
