package io.starling.sharing.robust;

import java.util.List;
import java.util.Map;

/**
 * Replaces a node's model by an average of it and its neighbours' models, of which some may be lies.
 *
 * <p>Gets everything in ascending order of the senders, so that the result does not depend on the order of arrival. Without state.
 */
interface RobustRule {
    Map<String, RobustRule> BY_NAME = Map.of("clipping", new SelfCentredClipping(), "trimmed-mean", new TrimmedMean(false), "median", new TrimmedMean(true),
        "krum", new Krum());

    List<String> NAMES = BY_NAME.keySet().stream().sorted().toList();

    /**
     * @param own     the node's model, to be replaced
     * @param others  its neighbours' models
     * @param weights what each of them would count in the plain average
     * @param liars   how many of them may lie
     */
    void average(float[] own, float[][] others, float[] weights, int liars);

    /** How many neighbours it takes to be safe from so many. */
    int neighboursNeeded(int liars);
}
