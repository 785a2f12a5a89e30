package io.starling.spark.data;

import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.spark.SparkKeys;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Data sets for who only wants to read them: opened, recognised, and written in Starling's own layout. */
public final class Datasets {
    /** What the files of a folder, or a file, are called in each format. */
    private static final List<Shape> SHAPES = List.of(
        new Shape("parquet", name -> name.equals("dataset.json") || name.endsWith(".parquet")),
        new Shape("cifar10", name -> name.startsWith("data_batch_")),
        new Shape("idx", name -> name.contains("-idx3-ubyte")),
        new Shape("movielens", name -> name.startsWith("ratings.csv")),
        new Shape("leaf", name -> name.contains(".json") || name.equals("train")),
        new Shape("csv", name -> Pattern.matches(".*\\.csv(\\.\\w+)?", name)),
        new Shape("libsvm", name -> Pattern.matches(".*\\.(svm|libsvm)(\\.\\w+)?", name)),
        new Shape("text", name -> Pattern.matches(".*\\.(tsv|txt)(\\.\\w+)?", name)));

    private record Shape(String kind, Predicate<String> fits) {
    }

    private Datasets() {
    }

    /** The data set that the settings name. */
    public static DatasetSource open(SparkSession session, Settings settings) {
        DatasetSource.Factory factory = Modules.find(DatasetSource.Factory.class, SparkKeys.DATASET, settings.get(SparkKeys.DATASET));
        return UserErrors.unwrapped(() -> factory.open(new JavaSparkContext(session.sparkContext()), settings));
    }

    /** The {@code dataset.kind} that the names of the files at a path suggest. */
    public static String recognise(String path, Configuration hadoop) {
        try {
            Path given = new Path(path);
            FileSystem fileSystem = given.getFileSystem(hadoop);
            FileStatus[] found = fileSystem.globStatus(given);
            if (found == null || found.length == 0) {
                throw new UserError(path + ": there is no such file or folder.");
            }
            FileStatus[] inside = found[0].isFile() ? found : fileSystem.listStatus(found[0].getPath());
            return SHAPES.stream().filter(shape -> Arrays.stream(inside).anyMatch(file -> shape.fits.test(file.getPath().getName())))
                .map(Shape::kind).findFirst()
                .orElseThrow(() -> new UserError(path + " looks like none of the formats that are known; say which one it is with --from."));
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Writes a data set as Parquet (docs/data.md); the folder must not be there yet. */
    public static void convert(SparkSession session, DatasetSource source, String path) {
        Path folder = new Path(path);
        try {
            if (folder.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(folder)) {
                throw new UserError("--to " + path + " is there already; give a new folder.");
            }
        } catch (IOException e) {
            throw new UserError("--to " + path + " cannot be written: " + e.getMessage(), e);
        }
        UserErrors.unwrapped(() -> {
            ParquetLayout.write(session, source, path);
            return null;
        });
    }
}
