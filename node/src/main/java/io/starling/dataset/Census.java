package io.starling.dataset;

import java.util.Arrays;

/**
 * How many samples a training set has of each label: all that a partitioner has to know, so that the samples themselves
 * never come to the driver.
 */
public record Census(long[] countByLabel) {
    public long total() {
        return Arrays.stream(countByLabel).sum();
    }

    public int labels() {
        return countByLabel.length;
    }

    /** The rank of each label's first sample when all are sorted by label. */
    long[] firstOfLabel() {
        long[] first = new long[countByLabel.length];
        for (int label = 1; label < first.length; label++) {
            first[label] = first[label - 1] + countByLabel[label - 1];
        }
        return first;
    }
}
