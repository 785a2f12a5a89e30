package io.starling.sharing;

/** {@code sharing.method = accumulation}: the parameters that changed most, by training and averaging, since they were last shared (thesis, algorithm 8). */
public final class Accumulation extends RecipeFactory {
    public Accumulation() {
        super("accumulation", "The parameters that changed most since they were last shared (accumulation v2).",
            Recipe.TOP_K.withImportance("accumulation"));
    }
}
