package io.starling.spark.results;

import io.starling.config.UserError;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.functions;

/** The results of one or several runs as Spark SQL tables, also of runs that are still going on. */
public final class Results {
    private static final int ATTEMPTS = 3;

    private final SparkSession spark;
    private final List<ResultsFolder> runs = new ArrayList<>();
    private final List<DecentralizePyRun> foreign = new ArrayList<>();

    private Results(SparkSession spark) {
        this.spark = spark;
    }

    /** Opens run folders, or folders that hold run folders; also those of DecentralizePy. */
    public static Results open(SparkSession spark, List<String> paths) {
        Results results = new Results(spark);
        for (String path : paths) {
            try {
                if (!results.add(path)) {
                    throw new UserError("There are no results in " + path + ": give the folder of a run, or one that holds such folders.");
                }
            } catch (IOException | IllegalArgumentException e) {
                throw new UserError("Results cannot be read from " + path + ": " + e.getMessage(), e);
            }
        }
        return results;
    }

    /** The results of a run that has only just begun, and may have written nothing yet. */
    public static Results ofRun(SparkSession spark, String path) {
        Results results = new Results(spark);
        try {
            results.runs.add(new ResultsFolder(path, spark.sparkContext().hadoopConfiguration()));
        } catch (IOException e) {
            throw new UserError("Results cannot be read from " + path + ": " + e.getMessage(), e);
        }
        return results;
    }

    /**
     * Opens results and reads from them. A run that ends meanwhile moves its rows from many small files into tables, away from under who is
     * reading; then it is begun again.
     */
    public static <T> T read(SparkSession spark, List<String> paths, Function<Results, T> reading) {
        for (int attempt = 1;; attempt++) {
            try {
                return reading.apply(open(spark, paths));
            } catch (Exception e) { // Spark throws checked exceptions without saying so
                if (attempt == ATTEMPTS || !isMoved(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isMoved(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileNotFoundException || String.valueOf(cause.getMessage()).contains("PATH_NOT_FOUND")) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there were any. */
    private boolean add(String path) throws IOException {
        Configuration hadoop = spark.sparkContext().hadoopConfiguration();
        Path given = new ResultsFolder(path, hadoop).path();
        FileSystem fileSystem = given.getFileSystem(hadoop);
        boolean found = addRun(given, fileSystem);
        if (!found && fileSystem.exists(given)) {
            for (FileStatus child : fileSystem.listStatus(given)) {
                found |= child.isDirectory() && addRun(child.getPath(), fileSystem);
            }
        }
        return found;
    }

    private boolean addRun(Path path, FileSystem fileSystem) throws IOException {
        ResultsFolder folder = new ResultsFolder(path.toString(), fileSystem.getConf());
        if (folder.isRun()) {
            return runs.add(folder);
        }
        DecentralizePyRun other = DecentralizePyRun.at(path, fileSystem);
        return other != null && foreign.add(other);
    }

    /** A table of all the runs. */
    public Dataset<Row> table(ResultTable<?> table) {
        List<String> over = new ArrayList<>();
        List<String> going = new ArrayList<>();
        for (ResultsFolder run : runs) {
            try {
                if (run.isFinal(table)) {
                    over.add(run.table(table).toString());
                } else if (run.hasLive(table)) {
                    going.add(run.live(table).toString());
                }
            } catch (IOException e) {
                throw new UserError("Results cannot be read from " + run.path() + ": " + e.getMessage(), e);
            }
        }
        Dataset<Row> all = spark.createDataFrame(List.of(), table.schema());
        if (!over.isEmpty()) {
            all = all.union(spark.read().schema(table.schema()).parquet(over.toArray(String[]::new)));
        }
        if (!going.isEmpty()) {
            all = all.union(spark.read().schema(table.schema()).json(going.toArray(String[]::new)));
        }
        List<Row> rows = foreign.stream().flatMap(run -> run.rows(table).stream()).toList();
        if (!rows.isEmpty()) {
            all = all.union(spark.createDataFrame(rows, table.schema()));
        }
        return table == ResultTable.RUNS ? latest(all) : all;
    }

    /** While a run goes on it has one row; at the end comes one that says so, and counts instead. */
    private static Dataset<Row> latest(Dataset<Row> runs) {
        WindowSpec newestFirst = Window.partitionBy("run").orderBy(functions.col("finished").desc_nulls_last());
        return runs.withColumn("age", functions.row_number().over(newestFirst)).filter(functions.col("age").equalTo(1)).drop("age");
    }

    /** A table of all the runs, by its name. */
    public Dataset<Row> table(String name) {
        return table(ResultTable.all().stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow(() -> new UserError(
            "There is no table " + name + " in the results; there are: " + String.join(", ", ResultTable.all().stream().map(ResultTable::name).toList()))));
    }

    /** Registers every table as a temporary view of its name. */
    public void createViews() {
        for (ResultTable<?> table : ResultTable.all()) {
            table(table).createOrReplaceTempView(table.name());
        }
    }

    /** Turns the live files of a finished run into sorted Parquet tables; the live files go only when all tables are there. */
    public static void compact(SparkSession spark, ResultsFolder run) throws IOException {
        for (ResultTable<?> table : ResultTable.all()) {
            Dataset<Row> rows = run.hasLive(table)
                ? spark.read().schema(table.schema()).json(run.live(table).toString())
                : spark.createDataFrame(List.of(), table.schema());
            if (table == ResultTable.RUNS) {
                rows = rows.filter(functions.col("status").notEqual("running"));
            }
            Column[] order = table.order().stream().map(functions::col).toArray(Column[]::new);
            rows.coalesce(1).sortWithinPartitions(order).write().mode(SaveMode.Overwrite).parquet(run.table(table).toString());
        }
        run.deleteLive();
    }

    /** Forgets what a run wrote after so many rounds, so that it can go on from there; what is left is live again. */
    public static void rewind(SparkSession spark, ResultsFolder run, int rounds) throws IOException {
        Results written = open(spark, List.of(run.path().toString()));
        for (ResultTable<?> table : ResultTable.all()) {
            List<String> columns = List.of(table.schema().fieldNames());
            boolean byRound = columns.contains("round");
            // Of the others the resumed run writes its own.
            if (table != ResultTable.RUNS && (byRound || columns.contains("rounds"))) {
                Column before = byRound ? functions.col("round").lt(rounds) : functions.col("rounds").leq(rounds);
                written.table(table).filter(before).coalesce(1).write().mode(SaveMode.Overwrite).json(run.rewound(table).toString());
            }
        }
        run.replaceByRewound();
    }
}
