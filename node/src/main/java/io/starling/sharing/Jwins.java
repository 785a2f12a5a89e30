package io.starling.sharing;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.graph.Topology;
import java.util.List;

/**
 * {@code sharing.method = jwins}: the wavelet coefficients that changed most since they were last shared, as many as a cut-off
 * drawn at random from a list allows.
 *
 * @see <a href="https://doi.org/10.1109/ICDCS57875.2023.00067">Dhasade, Kermarrec, Pires, Sharma, Vujasinovic, Wigger: Get more for
 *     less in decentralized learning systems, ICDCS 2023</a>
 */
public final class Jwins implements Sharing.Factory {
    private static final Recipe RECIPE = new Recipe("accumulation", "top-k", "wavelet", "4", "weighted", "elias-gamma", "f32",
        List.of(0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 1.0));

    @Override
    public String name() {
        return "jwins";
    }

    @Override
    public String doc() {
        return "The wavelet coefficients (4 levels) that changed most since last shared; the budget is drawn from a list in every round.";
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
