package io.starling.sharing;

/** {@code sharing.method = partial}: the most changed parameters, or whatever else the keys of section {@code sharing} compose. */
public final class Partial extends RecipeFactory {
    public Partial() {
        super("partial", "A part of the parameters, composed from sharing.importance, .selection, .domain, .averaging and the codecs; by default the most changed ones.",
            Recipe.TOP_K);
    }
}
