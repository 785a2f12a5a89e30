package io.starling.launcher;

import java.util.List;

/** Cells in columns, for a terminal. */
final class AlignedText {
    private AlignedText() {
    }

    /** One line a row, without blanks at its end. */
    static String of(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                line.append(c == 0 ? "" : "  ").append(row.get(c)).append(" ".repeat(widths[c] - row.get(c).length()));
            }
            text.append(text.isEmpty() ? "" : "\n").append(line.toString().stripTrailing());
        }
        return text.toString();
    }
}
