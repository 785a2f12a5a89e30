package io.starling.dataset.partition;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Divides whole things in given proportions. */
final class Shares {
    private Shares() {
    }

    /** Rounded down, and what is left over one each to the largest remainders (Hamilton's method): nobody is off by one or more. */
    static long[] divide(long total, double[] shares, double sum) {
        long[] counts = new long[shares.length];
        double[] remainders = new double[shares.length];
        long given = 0;
        for (int i = 0; i < shares.length; i++) {
            double exact = total * (shares[i] / sum);
            counts[i] = (long) exact;
            remainders[i] = exact - counts[i];
            given += counts[i];
        }
        int[] order = IntStream.range(0, shares.length).boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -remainders[i]).thenComparing(Comparator.naturalOrder()))
            .mapToInt(Integer::intValue).toArray();
        for (int i = 0; given < total; i = (i + 1) % order.length) {
            counts[order[i]]++;
            given++;
        }
        for (int i = order.length - 1; given > total; i = (i + order.length - 1) % order.length) {
            // Rounding in the products can give one too many when a share is nearly everything.
            if (counts[order[i]] > 0) {
                counts[order[i]]--;
                given--;
            }
        }
        return counts;
    }
}
