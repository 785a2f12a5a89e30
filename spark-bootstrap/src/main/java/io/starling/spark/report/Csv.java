package io.starling.spark.report;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values after RFC 4180, with plain line ends. */
public final class Csv {
    private Csv() {
    }

    /** One line a row. */
    public static String text(List<List<String>> rows) {
        return rows.stream().map(row -> row.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\n").collect(Collectors.joining());
    }

    private static String cell(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
