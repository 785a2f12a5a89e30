package io.starling.sharing;

import io.starling.config.Key;
import io.starling.sharing.averaging.Averaging;
import io.starling.sharing.domain.Domain;
import io.starling.sharing.importance.Importance;
import io.starling.sharing.selection.Selection;
import java.util.List;

/**
 * The keys of section {@code sharing}, beside {@code sharing.method}.
 *
 * <p>Those that name a part are optional: a method brings its own parts, and a key replaces one of them, for ablations.
 */
public final class SharingKeys {
    public static final Key<List<String>> PARAMETERS = Key.strings("sharing.parameters").optional()
        .check(v -> !v.isEmpty(), "at least one name")
        .doc("Share only the parameters whose name is one of these or begins with one of these and a dot; the others stay a node's own.");
    public static final Key<Boolean> COUNT = Key.flag("sharing.count").orElse(false)
        .doc("Count how often each parameter is shared; percentiles of the counts are written to the table shares at the end.");

    public static final Key<Double> ALPHA = Key.number("sharing.alpha").check(SharingKeys::isAlpha, "more than 0 and at most 1").orElse(0.1).perNode()
        .doc("Which part of the parameters is shared in a round, with the methods that share a part.");
    public static final Key<List<Double>> ALPHAS = Key.numbers("sharing.alphas").optional().perNode()
        .check(v -> !v.isEmpty() && v.stream().allMatch(SharingKeys::isAlpha), "numbers more than 0 and at most 1")
        .doc("Instead of sharing.alpha: a list from which every node draws one in every round, all entries being equally likely.");

    public static final Key<String> IMPORTANCE = Key.string("sharing.importance").optional().oneOf(Importance.NAMES.toArray(String[]::new))
        .doc("What makes a parameter worth sharing: its change in this round, itself, or its changes (v1: by training only) since last shared.");
    public static final Key<Boolean> NORMALIZED = Key.flag("sharing.normalized").orElse(false)
        .doc("Divide the importance by the parameter's own magnitude.");
    public static final Key<Double> EPSILON = Key.number("sharing.epsilon").moreThan(0).orElse(1e-4)
        .doc("Added to the magnitude by sharing.normalized, so that tiny parameters do not win by being tiny.");
    public static final Key<String> SELECTION = Key.string("sharing.selection").optional().oneOf(Selection.NAMES.toArray(String[]::new))
        .doc("Which parameters are shared: the most important ones, most of them so and some rarely shared ones, random ones, or one piece after the other.");
    public static final Key<Double> ALPHA_LOW = Key.number("sharing.alpha-low").between(0, 1).orElse(0.2)
        .doc("Which part of the budget sharing.selection = bounded-top-k gives to rarely shared parameters.");
    public static final Key<String> DOMAIN = Key.string("sharing.domain").optional().oneOf(Domain.NAMES.toArray(String[]::new))
        .doc("Where parameters are scored, shared and averaged: as they are, or as coefficients of a wavelet or Fourier transform of the model.");
    public static final Key<String> WAVELET = Key.string("sharing.wavelet").orElse("sym2")
        .oneOf("haar", "sym2", "sym7", "db7", "bior2.2", "bior4.4", "rbio2.2", "rbio4.4")
        .doc("The wavelet of sharing.domain = wavelet.");
    public static final Key<String> WAVELET_LEVEL = Key.string("sharing.wavelet-level").optional().check(v -> v.matches("max|[0-9]{1,2}"), "a number or max")
        .doc("How many levels the wavelet transform has; by default 4 with jwins, else max.");
    public static final Key<String> AVERAGING = Key.string("sharing.averaging").optional().oneOf(Averaging.NAMES.toArray(String[]::new))
        .doc("By the graph's weights, or every parameter as the plain mean of those that arrived.");
    public static final Key<Double> CONSENSUS_STEP = Key.number("sharing.consensus-step").between(0, 1).orElse(0.3)
        .doc("How far a model moves towards its neighbours' replicas in a round (γ of choco and ecsd).");

    private SharingKeys() {
    }

    private static boolean isAlpha(double alpha) {
        return alpha > 0 && alpha <= 1;
    }

    /** The keys of all methods. */
    public static List<Key<?>> all() {
        return List.of(PARAMETERS, COUNT);
    }

    /** The keys of the methods that share a part. */
    static List<Key<?>> partial() {
        return List.of(ALPHA, ALPHAS, IMPORTANCE, NORMALIZED, EPSILON, SELECTION, ALPHA_LOW, DOMAIN, WAVELET, WAVELET_LEVEL, AVERAGING);
    }
}
