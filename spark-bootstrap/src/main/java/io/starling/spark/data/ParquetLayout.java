package io.starling.spark.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.spark.data.file.OpenFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Starling's own layout of a data set (docs/data.md): {@code train/} and {@code test/} in Parquet, one row a sample, and what all
 * samples have in common in {@code dataset.json}.
 */
final class ParquetLayout {
    static final String INDEX = "index";
    static final String LABEL = "label";
    static final String USER = "user";
    static final String FEATURES = "features";
    private static final String DESCRIPTION = "dataset.json";
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ParquetLayout() {
    }

    /** What {@code dataset.json} holds. Scale and shift are null if features are floats. */
    record Description(int version, int[] dimensions, int classes, int vocabulary, float[] scale, float[] shift) {
        SampleFormat format() {
            return new SampleFormat(new SampleShape(dimensions, classes, vocabulary), scale, shift);
        }
    }

    static void write(SparkSession session, DatasetSource source, String path) {
        SampleFormat format = source.format();
        write(session, source.train(), format, path + "/train");
        JavaRDD<Sample> test = source.test();
        if (test != null) {
            write(session, test, format, path + "/test");
        }
        SampleShape shape = format.shape();
        describe(new Description(VERSION, shape.dimensions(), shape.classes(), shape.vocabulary(), format.scale(), format.shift()), path, session);
    }

    private static void write(SparkSession session, JavaRDD<Sample> samples, SampleFormat format, String path) {
        StructType schema = new StructType().add(INDEX, DataTypes.LongType, false).add(LABEL, DataTypes.FloatType, false).add(USER, DataTypes.StringType, true)
            .add(FEATURES, format.scale() != null ? DataTypes.BinaryType : DataTypes.createArrayType(DataTypes.FloatType, false), false);
        JavaRDD<Row> rows = samples.zipWithIndex().map(indexed -> {
            Sample sample = indexed._1;
            return RowFactory.create(indexed._2, sample.target(), sample.user(), sample.bytes() != null ? sample.bytes() : sample.floats());
        });
        session.createDataFrame(rows, schema).write().parquet(path);
    }

    private static void describe(Description description, String path, SparkSession session) {
        Path file = new Path(path, DESCRIPTION);
        try (OutputStream out = file.getFileSystem(session.sparkContext().hadoopConfiguration()).create(file, false)) {
            out.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(description).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UserError(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** The description of a data set in this layout, or null if there is none. */
    static Description read(String path, Configuration hadoop) {
        Path file = new Path(path, DESCRIPTION);
        try {
            FileSystem fileSystem = file.getFileSystem(hadoop);
            if (!fileSystem.exists(file)) {
                return null;
            }
            try (OpenFiles open = new OpenFiles(hadoop); InputStream in = open.open(file.toString())) {
                Description description = JSON.readValue(in, Description.class);
                if (description.version != VERSION) {
                    throw new UserError(file + " is of version " + description.version + ", but this Starling knows version " + VERSION + " only.");
                }
                return description;
            }
        } catch (JsonProcessingException e) {
            throw new UserError(file + " cannot be understood: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UserError(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
