package io.starling.dataset.partition;

import io.starling.random.KeyedRandom;
import java.io.Serializable;

/** A random part of a data set that has the same fraction of every label; a pure function of (counts, fraction, key). */
public final class Stratified implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] taken;
    private final Permutation[] shuffled;

    public Stratified(Census census, double fraction, long key) {
        double[] shares = new double[census.groups()];
        for (int label = 0; label < shares.length; label++) {
            shares[label] = census.count(label);
        }
        long total = census.total();
        taken = total == 0 ? new long[shares.length] : Shares.divide(Math.round(fraction * total), shares, total);
        shuffled = new Permutation[shares.length];
        for (int label = 0; label < shares.length; label++) {
            shuffled[label] = new Permutation(census.count(label), KeyedRandom.key(key, "stratified", label));
        }
    }

    public boolean contains(int label, long rankInLabel) {
        return shuffled[label].apply(rankInLabel) < taken[label];
    }

    /** How many samples it has. */
    public long count() {
        long count = 0;
        for (long ofLabel : taken) {
            count += ofLabel;
        }
        return count;
    }
}
