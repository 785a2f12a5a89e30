package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.BadData;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * Parquet with the columns {@code label} and {@code features}, and {@code user} if there are users: what {@code starling data convert}
 * writes, or tables of your own. Features are binary (unsigned bytes), an array of numbers, or an MLlib vector.
 */
final class ParquetSource implements DatasetSource {
    private final SparkSession session;
    private final String trainPath;
    private final String testPath;
    private final SampleFormat format;

    /** What has to be known of all rows of a table without a description. */
    private record Extent(int features, float largestLabel, boolean whole, boolean bytes) implements Serializable {
        static Extent of(Sample sample) {
            return new Extent(sample.size(), sample.target(), sample.target() == Math.rint(sample.target()) && sample.target() >= 0, sample.bytes() != null);
        }

        Extent and(Extent other) {
            return new Extent(Math.max(features, other.features), Math.max(largestLabel, other.largestLabel), whole && other.whole, bytes);
        }
    }

    private ParquetSource(SparkSession session, String path, Settings settings) throws IOException {
        this.session = session;
        ParquetLayout.Description description = ParquetLayout.read(path, session.sparkContext().hadoopConfiguration());
        boolean divided = exists(path + "/train");
        trainPath = divided ? path + "/train" : path;
        testPath = settings.has(DataKeys.TEST_PATH) ? settings.get(DataKeys.TEST_PATH) : divided && exists(path + "/test") ? path + "/test" : null;
        format = description != null ? description.format() : found(settings);
    }

    private boolean exists(String path) throws IOException {
        Path folder = new Path(path);
        return folder.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(folder);
    }

    private SampleFormat found(Settings settings) {
        Extent extent = samples(trainPath).map(Extent::of).reduce(Extent::and);
        int classes = settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) : extent.whole ? (int) extent.largestLabel + 1 : 0;
        SampleShape shape = SampleShape.vector(extent.features, classes);
        if (!extent.bytes) {
            return SampleFormat.floats(shape);
        }
        float[] scale = new float[extent.features];
        Arrays.fill(scale, 1f / 255);
        return SampleFormat.bytes(shape, scale, new float[extent.features]);
    }

    @Override
    public SampleFormat format() {
        return format;
    }

    @Override
    public JavaRDD<Sample> train() {
        return checked(trainPath);
    }

    @Override
    public JavaRDD<Sample> test() {
        return testPath == null ? null : checked(testPath);
    }

    private JavaRDD<Sample> checked(String path) {
        int size = format.shape().size();
        return samples(path).map(sample -> {
            if (sample.size() != size) {
                throw BadData.in(path, "a row has " + sample.size() + " features, but others have " + size + ".");
            }
            return sample;
        });
    }

    private Dataset<Row> table(String path) {
        try {
            return session.read().parquet(path);
        } catch (Exception e) {
            // Spark has no exception of its own for this; the innermost one names the file.
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw BadData.in(path, "it cannot be read as Parquet: " + cause.getMessage());
        }
    }

    /** Spark reads the files of a table in no particular order, so rows are put into that of their index, or of file and row. */
    private JavaRDD<Sample> samples(String path) {
        Dataset<Row> table = table(path);
        StructType schema = table.schema();
        List<String> columns = Arrays.asList(schema.fieldNames());
        for (String needed : List.of(ParquetLayout.LABEL, ParquetLayout.FEATURES)) {
            if (!columns.contains(needed)) {
                throw BadData.in(path, "there is no column " + needed + "; there are " + String.join(", ", columns) + ".");
            }
        }
        Column[] order = columns.contains(ParquetLayout.INDEX) ? new Column[] {functions.col(ParquetLayout.INDEX)}
            : new Column[] {functions.col("_metadata.file_path"), functions.col("_metadata.row_index")};
        boolean users = columns.contains(ParquetLayout.USER);
        Dataset<Row> sorted = table.orderBy(order).select(functions.col(ParquetLayout.LABEL).cast("float"), functions.col(ParquetLayout.FEATURES),
            users ? functions.col(ParquetLayout.USER).cast("string") : functions.lit(null).cast("string"));
        return sorted.javaRDD().map(row -> sample(row, path));
    }

    private static Sample sample(Row row, String path) {
        if (row.isNullAt(0) || row.isNullAt(1)) {
            throw BadData.in(path, "a row has no " + (row.isNullAt(0) ? "label" : "features") + ".");
        }
        float label = row.getFloat(0);
        Object features = row.get(1);
        Sample sample;
        if (features instanceof byte[] bytes) {
            sample = Sample.of(bytes, label);
        } else if (features instanceof Vector vector) {
            sample = Sample.of(floats(vector.toArray()), label);
        } else if (features instanceof scala.collection.Seq<?> || features instanceof List<?>) {
            sample = Sample.of(floats(row.<Object>getList(1).stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray()), label);
        } else {
            throw BadData.in(path, "the column features holds " + features.getClass().getSimpleName() + ", not bytes, numbers or a vector.");
        }
        return sample.by(row.getString(2));
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** Chosen by {@code dataset.kind = parquet}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "parquet";
        }

        @Override
        public String doc() {
            return "Parquet with label, features and maybe user: what `starling data convert` writes, or your own.";
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            String path = DataKeys.path(settings, name());
            try {
                return new ParquetSource(SparkSession.builder().sparkContext(spark.sc()).getOrCreate(), path, settings);
            } catch (IOException e) {
                throw new UserError("dataset.path = " + path + " cannot be read: " + e.getMessage(), e);
            } catch (Exception e) {
                // Spark throws this checked exception without declaring it.
                if (e instanceof AnalysisException analysis) {
                    throw new UserError("dataset.path = " + path + " cannot be read as Parquet: " + analysis.getSimpleMessage(), e);
                }
                throw e;
            }
        }
    }
}
