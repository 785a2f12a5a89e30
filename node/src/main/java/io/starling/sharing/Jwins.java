package io.starling.sharing;

import java.util.List;

/**
 * {@code sharing.method = jwins}: the wavelet coefficients that changed most since they were last shared, as many as a cut-off
 * drawn at random from a list allows.
 *
 * @see <a href="https://arxiv.org/abs/2306.04377">Dhasade, Kermarrec, Pires, Sharma, Vujasinovic, Wigger: Get more for
 *     less in decentralized learning systems, ICDCS 2023</a>
 */
public final class Jwins extends RecipeFactory {
    public Jwins() {
        super("jwins", "The wavelet coefficients (4 levels) that changed most since last shared; the budget is drawn from a list in every round.",
            new Recipe("accumulation", "top-k", "wavelet", "4", "weighted", "elias-gamma", "f32",
                List.of(0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 1.0)));
    }
}
