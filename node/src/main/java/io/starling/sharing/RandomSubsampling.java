package io.starling.sharing;

/** {@code sharing.method = random}: random subsampling; a seed in the message says which parameters it has. */
public final class RandomSubsampling extends RecipeFactory {
    public RandomSubsampling() {
        super("random", "A random part of the parameters; a seed in the message says which.",
            Recipe.TOP_K.withSelection("random"));
    }
}
