package io.starling;

import io.starling.config.Experiment;
import io.starling.config.UserError;
import io.starling.spark.results.Results;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** Where programs and notebooks begin: runs experiments in a Spark session that is there already, and opens results. */
public final class Starling {
    private Starling() {
    }

    /**
     * Starts an experiment; the nodes run while the caller goes on.
     *
     * @param spark       with at least as many task slots as the experiment has nodes
     * @param hocon       the configuration; {@code include file("conf/quickstart.conf")} takes it from a file of the driver's machine
     * @param assignments of the form {@code key=value}, which win
     * @throws UserError if something the user gave cannot be used; nothing has been started or written then
     */
    public static Run run(SparkSession spark, String hocon, String... assignments) throws InterruptedException {
        return run(spark, Experiment.parse(hocon, List.of(assignments)));
    }

    /** As {@link #run(SparkSession, String, String...)}, with the configuration from a file on any Hadoop file system. */
    public static Run runFile(SparkSession spark, String file, String... assignments) throws InterruptedException {
        return run(spark, read(spark, file), assignments);
    }

    /** As {@link #run(SparkSession, String, String...)}, with a configuration that has been read. */
    public static Run run(SparkSession spark, Experiment experiment) throws InterruptedException {
        if (spark.sparkContext().isStopped()) {
            throw new UserError("The Spark session has been stopped: start a new one, in a notebook by restarting the interpreter.");
        }
        return Run.start(spark, experiment);
    }

    /** Results of runs that are over or going on: folders of runs, or folders that hold such folders. */
    public static Results open(SparkSession spark, String... folders) {
        return Results.open(spark, List.of(folders));
    }

    private static String read(SparkSession spark, String file) {
        try {
            Path path = new Path(file);
            try (InputStream in = path.getFileSystem(spark.sparkContext().hadoopConfiguration()).open(path)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new UserError("The configuration " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
