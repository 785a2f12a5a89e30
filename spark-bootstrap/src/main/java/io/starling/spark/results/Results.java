package io.starling.spark.results;

import io.starling.config.UserError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** The results of one or several runs as Spark SQL tables, also of runs that are still going on. */
public final class Results {
    private final SparkSession spark;
    private final List<ResultsFolder> runs;

    private Results(SparkSession spark, List<ResultsFolder> runs) {
        this.spark = spark;
        this.runs = runs;
    }

    /** Opens run folders, or folders that hold run folders. */
    public static Results open(SparkSession spark, List<String> paths) {
        Configuration hadoop = spark.sparkContext().hadoopConfiguration();
        List<ResultsFolder> runs = new ArrayList<>();
        for (String path : paths) {
            try {
                List<ResultsFolder> found = ResultsFolder.runsIn(path, hadoop);
                if (found.isEmpty()) {
                    throw new UserError("There are no results in " + path + ": give the folder of a run, or one that holds such folders.");
                }
                runs.addAll(found);
            } catch (IOException | IllegalArgumentException e) {
                throw new UserError("Results cannot be read from " + path + ": " + e.getMessage(), e);
            }
        }
        return new Results(spark, runs);
    }

    /** The results of a run that has only just begun, and may have written nothing yet. */
    public static Results ofRun(SparkSession spark, String path) {
        try {
            return new Results(spark, List.of(new ResultsFolder(path, spark.sparkContext().hadoopConfiguration())));
        } catch (IOException e) {
            throw new UserError("Results cannot be read from " + path + ": " + e.getMessage(), e);
        }
    }

    /** A table of all the runs. */
    public Dataset<Row> table(ResultTable<?> table) {
        Dataset<Row> all = spark.createDataFrame(List.of(), table.schema());
        for (ResultsFolder run : runs) {
            try {
                if (run.isFinal(table)) {
                    all = all.union(spark.read().schema(table.schema()).parquet(run.table(table).toString()));
                } else if (run.hasLive(table)) {
                    all = all.union(spark.read().schema(table.schema()).json(run.live(table).toString()));
                }
            } catch (IOException e) {
                throw new UserError("Results cannot be read from " + run.path() + ": " + e.getMessage(), e);
            }
        }
        return all;
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
}
