package io.starling.sharing;

/** {@code sharing.method = round-robin}: one piece of the model after the other, the same at all nodes. */
public final class RoundRobinPieces extends RecipeFactory {
    public RoundRobinPieces() {
        super("round-robin", "One piece of the model after the other, the same at all nodes.",
            Recipe.TOP_K.withSelection("round-robin"));
    }
}
