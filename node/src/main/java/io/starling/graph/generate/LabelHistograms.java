package io.starling.graph.generate;

import io.starling.config.UserError;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of each label every node has. As text: one line for each node, in order, its count of each label, separated by
 * spaces or commas; {@code #} starts a comment.
 */
public final class LabelHistograms {
    /** A node's distribution over labels. */
    private final double[][] shares;
    private final double[] everywhere;

    private LabelHistograms(List<long[]> counts) {
        int labels = counts.get(0).length;
        shares = new double[counts.size()][labels];
        everywhere = new double[labels];
        for (int node = 0; node < shares.length; node++) {
            double total = 0;
            for (long count : counts.get(node)) {
                total += count;
            }
            for (int label = 0; label < labels; label++) {
                shares[node][label] = counts.get(node)[label] / total;
                everywhere[label] += shares[node][label] / shares.length;
            }
        }
    }

    /** The text for counts[node][label]. */
    public static String text(long[][] counts) {
        StringBuilder text = new StringBuilder("# a line for each node: its count of each label\n");
        for (long[] row : counts) {
            for (int label = 0; label < row.length; label++) {
                text.append(label == 0 ? "" : " ").append(row[label]);
            }
            text.append('\n');
        }
        return text.toString();
    }

    static LabelHistograms read(String name, String text, int nodes) {
        List<long[]> counts = new ArrayList<>();
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            String line = raw.replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                counts.add(row(name + ", line " + number + ": ", line, counts));
            }
        }
        if (counts.size() != nodes) {
            throw new UserError(name + " has the label counts of " + counts.size() + " nodes, but nodes = " + nodes
                + "; graph.label-histograms has one line for each node.");
        }
        return new LabelHistograms(counts);
    }

    private static long[] row(String where, String line, List<long[]> before) {
        String[] fields = line.split("[\\s,]+");
        long[] counts = new long[fields.length];
        long total = 0;
        for (int label = 0; label < fields.length; label++) {
            try {
                counts[label] = Integer.parseInt(fields[label]);
            } catch (NumberFormatException e) {
                counts[label] = -1;
            }
            if (counts[label] < 0) {
                throw new UserError(where + "'" + fields[label] + "' is not a count; it must be a whole number from 0.");
            }
            total += counts[label];
        }
        if (!before.isEmpty() && before.get(0).length != counts.length) {
            throw new UserError(where + "it counts " + counts.length + " labels, but the first line " + before.get(0).length
                + "; give every label in every line, 0 where a node has none.");
        }
        if (total == 0) {
            throw new UserError(where + "this node has no samples at all; give it some, or use fewer nodes.");
        }
        return counts;
    }

    int nodes() {
        return shares.length;
    }

    /** Σ over labels of |share among these nodes − share everywhere|: 0 if they represent all, almost 2 at worst. */
    double skew(int[] members) {
        return skewAfter(sum(members), members.length, members[0], members[0]);
    }

    /** The sum of these nodes' distributions. */
    double[] sum(int[] members) {
        double[] sum = new double[everywhere.length];
        for (int node : members) {
            for (int label = 0; label < sum.length; label++) {
                sum[label] += shares[node][label];
            }
        }
        return sum;
    }

    /** The skew of so many nodes with this sum, if one leaves and another comes instead. */
    double skewAfter(double[] sum, int members, int leaves, int comes) {
        double skew = 0;
        for (int label = 0; label < sum.length; label++) {
            double share = (sum[label] - shares[leaves][label] + shares[comes][label]) / members;
            skew += Math.abs(share - everywhere[label]);
        }
        return skew;
    }
}
