package io.starling.sharing.selection;

import io.starling.engine.ScratchPool;

/**
 * The k largest of n magnitudes: exactly k, of equal ones those with the lowest index, in O(n).
 *
 * <p>A float's magnitude orders like its bits, so the k-th largest is found by counting: once over the upper bits of all, then
 * over the lower bits of those that share the k-th's upper ones. NaN counts as larger than anything.
 */
public final class Largest {
    private static final int UPPER_BITS = 12;
    private static final int LOWER_BITS = 19;
    private static final int LOWER_MASK = (1 << LOWER_BITS) - 1;
    private static final int MIDDLE_BITS = 10;
    private static final int LAST_BITS = LOWER_BITS - MIDDLE_BITS;

    private Largest() {
    }

    /** Writes the indices of the k largest |score|, ascending, to {@code chosen}, which has room for n + 1. */
    public static void choose(float[] score, int n, int k, int[] chosen, ScratchPool.Scratch scratch) {
        if (k >= n) {
            for (int i = 0; i < n; i++) {
                chosen[i] = i;
            }
        } else if (k > 0) {
            threshold(score, n, k, chosen, scratch);
        }
    }

    private static void threshold(float[] score, int n, int k, int[] chosen, ScratchPool.Scratch scratch) {
        // Neighbouring scores often fall into the same bucket; four tables keep one increment from waiting for the other.
        int buckets = 1 << UPPER_BITS;
        int[] counts = scratch.ints(4 * buckets);
        java.util.Arrays.fill(counts, 0, 4 * buckets, 0);
        int i = 0;
        for (; i < n - 3; i += 4) {
            counts[key(score[i]) >>> LOWER_BITS]++;
            counts[buckets + (key(score[i + 1]) >>> LOWER_BITS)]++;
            counts[2 * buckets + (key(score[i + 2]) >>> LOWER_BITS)]++;
            counts[3 * buckets + (key(score[i + 3]) >>> LOWER_BITS)]++;
        }
        for (; i < n; i++) {
            counts[key(score[i]) >>> LOWER_BITS]++;
        }
        for (int b = 0; b < buckets; b++) {
            counts[b] += counts[buckets + b] + counts[2 * buckets + b] + counts[3 * buckets + b];
        }
        int upper = bucketOf(counts, buckets, k);
        int inBucket = counts[upper];
        int rest = k - above(counts, buckets, upper);

        int[] candidates = scratch.ints(inBucket + 1);
        int found = 0;
        for (int j = 0; j < n; j++) {
            int key = key(score[j]);
            candidates[found] = key & LOWER_MASK;
            found += key >>> LOWER_BITS == upper ? 1 : 0;
        }
        int lower = kthLargest(candidates, inBucket, rest, counts);
        int threshold = upper << LOWER_BITS | lower;
        int larger = 0;
        int equal = 0;
        for (int c = 0; c < inBucket; c++) {
            larger += candidates[c] > lower ? 1 : 0;
            equal += candidates[c] == lower ? 1 : 0;
        }
        int ties = rest - larger;
        if (ties == equal) {
            collectFrom(score, n, threshold, chosen);
        } else {
            collectWithTies(score, n, threshold, ties, chosen);
        }
    }

    private static int kthLargest(int[] candidates, int count, int k, int[] counts) {
        java.util.Arrays.fill(counts, 0, 1 << MIDDLE_BITS, 0);
        for (int c = 0; c < count; c++) {
            counts[candidates[c] >>> LAST_BITS]++;
        }
        int middle = bucketOf(counts, 1 << MIDDLE_BITS, k);
        int rest = k - above(counts, 1 << MIDDLE_BITS, middle);
        java.util.Arrays.fill(counts, 0, 1 << LAST_BITS, 0);
        for (int c = 0; c < count; c++) {
            if (candidates[c] >>> LAST_BITS == middle) {
                counts[candidates[c] & (1 << LAST_BITS) - 1]++;
            }
        }
        return middle << LAST_BITS | bucketOf(counts, 1 << LAST_BITS, rest);
    }

    /** In which bucket, counted from the highest, the k-th is. */
    private static int bucketOf(int[] counts, int buckets, int k) {
        int seen = 0;
        int bucket = buckets;
        while (seen < k) {
            seen += counts[--bucket];
        }
        return bucket;
    }

    private static int above(int[] counts, int buckets, int bucket) {
        int sum = 0;
        for (int b = bucket + 1; b < buckets; b++) {
            sum += counts[b];
        }
        return sum;
    }

    private static void collectFrom(float[] score, int n, int threshold, int[] chosen) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            chosen[count] = i;
            count += key(score[i]) >= threshold ? 1 : 0;
        }
    }

    private static void collectWithTies(float[] score, int n, int threshold, int ties, int[] chosen) {
        int count = 0;
        int tiesLeft = ties;
        for (int i = 0; i < n; i++) {
            int key = key(score[i]);
            if (key > threshold || key == threshold && tiesLeft-- > 0) {
                chosen[count++] = i;
            }
        }
    }

    private static int key(float score) {
        return Float.floatToRawIntBits(score) & 0x7FFFFFFF;
    }
}
