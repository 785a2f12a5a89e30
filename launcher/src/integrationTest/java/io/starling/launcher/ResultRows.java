package io.starling.launcher;

import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Reads rows of results for comparison. */
final class ResultRows {
    private ResultRows() {
    }

    /** All rows of a table as text, sorted, without some columns. */
    static String without(String path, String table, String... columns) {
        try (SparkSession session = Sessions.forReading()) {
            ResultTable<?> wanted = ResultTable.all().stream().filter(t -> t.name().equals(table)).findFirst().orElseThrow();
            List<String> rows = Results.open(session, List.of(path)).table(wanted).drop(columns).toJSON().collectAsList().stream().sorted().toList();
            if (rows.isEmpty()) {
                throw new AssertionError("no rows in " + table + " of " + path);
            }
            return String.join("\n", rows);
        }
    }
}
