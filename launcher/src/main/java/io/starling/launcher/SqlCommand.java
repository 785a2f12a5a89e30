package io.starling.launcher;

import io.starling.config.UserError;
import io.starling.spark.report.Csv;
import io.starling.spark.results.ResultTable;
import io.starling.spark.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code starling sql}: queries over the tables of results. */
@Command(name = "sql", mixinStandardHelpOptions = true,
    description = "Runs Spark SQL over the tables of one or several runs, also while they are going on. Every table begins with the column run; "
        + "DESCRIBE evaluations tells the columns of one, docs/results.md what they mean.",
    footer = {"", "Example:", "  starling sql hdfs:///results -e \"SELECT run, rounds, avg(accuracy_percent) AS accuracy FROM evaluations "
        + "WHERE part = 'test' GROUP BY run, rounds ORDER BY run, rounds\" --csv"})
final class SqlCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folder of a run, or one that holds such folders; any Hadoop file system.")
    private List<String> folders;

    @Option(names = {"-e", "--execute"}, paramLabel = "QUERY", required = true, description = "The query; may be repeated, the answers follow each other.")
    private List<String> queries;

    @ArgGroup
    private Format format = new Format();

    /** At most one of them. */
    static final class Format {
        @Option(names = "--csv", description = "Comma-separated values with a head line, instead of an aligned table.")
        private boolean csv;

        @Option(names = "--json", description = "One JSON object a row, on a line.")
        private boolean json;
    }

    @Override
    public Integer call() {
        try (SparkSession session = Sessions.forReading()) {
            session.conf().set("spark.sql.jsonGenerator.ignoreNullFields", "false");
            for (String query : queries) {
                // All of it before a line is printed, as it may have to be begun again.
                System.out.print(Results.<String>read(session, folders, results -> {
                    results.createViews();
                    return answer(session, query);
                }));
            }
        }
        return 0;
    }

    private String answer(SparkSession session, String query) {
        Dataset<Row> rows = parsed(session, query);
        if (format.json) {
            return rows.toJSON().collectAsList().stream().map(row -> row + "\n").collect(Collectors.joining());
        }
        List<List<String>> cells = new ArrayList<>(List.of(List.of(rows.columns())));
        for (Row row : rows.collectAsList()) {
            List<String> line = new ArrayList<>();
            for (int c = 0; c < row.size(); c++) {
                line.add(row.isNullAt(c) ? format.csv ? "" : "null" : text(row.get(c)));
            }
            cells.add(line);
        }
        if (cells.get(0).isEmpty()) {
            return "";
        }
        return format.csv ? Csv.text(cells) : AlignedText.of(cells) + "\n";
    }

    /** One line, whatever the cell holds. */
    private String text(Object value) {
        return format.csv ? value.toString() : value.toString().replace("\n", "\\n").replace("\t", "\\t");
    }

    private static Dataset<Row> parsed(SparkSession session, String query) {
        try {
            return session.sql(query);
        } catch (Exception e) {
            if (e instanceof AnalysisException) {
                throw new UserError("The query cannot be run: " + e.getMessage().strip() + "\nThe tables are: "
                    + ResultTable.all().stream().map(ResultTable::name).collect(Collectors.joining(", ")) + ".", e);
            }
            throw e;
        }
    }
}
