package io.starling.dataset.partition;

import java.util.Arrays;

/**
 * How many samples a training set has of each group: all that a partitioner has to know, so that the samples themselves
 * never come to the driver.
 *
 * @param countByGroup groups are labels, users in the order of their names, or one group of all: see {@link Partitioner.Grouping}
 */
public record Census(long[] countByGroup) {
    public long total() {
        return Arrays.stream(countByGroup).sum();
    }

    public int groups() {
        return countByGroup.length;
    }

    public long count(int group) {
        return countByGroup[group];
    }

    /** The rank of each group's first sample when all are sorted by group. */
    long[] firstOfGroup() {
        long[] first = new long[countByGroup.length];
        for (int group = 1; group < first.length; group++) {
            first[group] = first[group - 1] + countByGroup[group - 1];
        }
        return first;
    }
}
