package io.starling.config;

import java.util.Collection;

/** "Did you mean …?": the known word nearest to a mistyped one. */
final class Nearest {
    private Nearest() {
    }

    /** A sentence with the nearest word, beginning with a space; empty if none is near. */
    static String hint(String typed, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(2, typed.length() / 2) + 1;
        for (String word : known) {
            int distance = distance(typed, word);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = word;
            }
        }
        return best == null ? "" : " Did you mean " + best + "?";
    }

    /** Edits (insert, delete, replace, swap of neighbours) between two words: Damerau-Levenshtein, restricted. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
