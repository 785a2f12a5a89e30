package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.Libsvm;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.Lines;
import java.io.Serializable;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Text in LIBSVM's format. Labels are moved so that the lowest is 0 ({@code -1, +1} become {@code 0, 1}).
 */
final class LibsvmSource implements DatasetSource {
    private static final Pattern ANY = Pattern.compile(".*");

    private final DataFiles files;
    private final List<FileSlice> train;
    private final List<FileSlice> test;
    private final Extent extent;
    private final SampleFormat format;

    /** What has to be known of all rows before one can be made a sample. */
    private record Extent(int features, double lowest, double highest, boolean whole) implements Serializable {
        static Extent of(Libsvm.Row row) {
            return new Extent(row.largestIndex() + 1, row.label(), row.label(), row.label() == Math.rint(row.label()));
        }

        /** Two classes written as -1 and +1. */
        boolean isSigns() {
            return lowest == -1 && highest == 1 && whole;
        }

        Extent and(Extent other) {
            return new Extent(Math.max(features, other.features), Math.min(lowest, other.lowest), Math.max(highest, other.highest), whole && other.whole);
        }
    }

    private LibsvmSource(DataFiles files, String path, Settings settings) {
        this.files = files;
        train = files.cut(files.find(DataKeys.PATH.name(), path, ANY));
        test = settings.has(DataKeys.TEST_PATH) ? files.cut(files.find(DataKeys.TEST_PATH.name(), settings.get(DataKeys.TEST_PATH), ANY)) : List.of();
        JavaRDD<Libsvm.Row> all = test.isEmpty() ? rows(train) : rows(train).union(rows(test));
        Extent found = all.map(Extent::of).fold(new Extent(0, Double.MAX_VALUE, -Double.MAX_VALUE, true), Extent::and);
        if (found.features == 0) {
            throw new UserError("dataset.path = " + path + " has no features in LIBSVM's format: lines should look like 1 3:0.5 17:1.");
        }
        if (settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) == 0 : !found.whole) {
            extent = new Extent(found.features, 0, 0, false);
            format = SampleFormat.floats(SampleShape.vector(found.features, 0));
        } else {
            extent = found;
            int classes = settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) : found.isSigns() ? 2 : (int) (found.highest - found.lowest) + 1;
            format = SampleFormat.floats(SampleShape.vector(found.features, classes));
        }
    }

    private JavaRDD<Libsvm.Row> rows(List<FileSlice> slices) {
        return files.read(slices, Lines::in).map(line -> Libsvm.parse(line.text(), line.file(), line.offset()));
    }

    @Override
    public SampleFormat format() {
        return format;
    }

    @Override
    public JavaRDD<Sample> train() {
        return samples(train);
    }

    @Override
    public JavaRDD<Sample> test() {
        return test.isEmpty() ? null : samples(test);
    }

    private JavaRDD<Sample> samples(List<FileSlice> slices) {
        Extent all = extent;
        double step = all.isSigns() ? 2 : 1;
        return rows(slices).map(row -> Sample.of(row.dense(all.features), (float) ((row.label() - all.lowest) / step)));
    }

    /** Chosen by {@code dataset.kind = libsvm}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "libsvm";
        }

        @Override
        public String doc() {
            return "Text in LIBSVM's format: label index:value …, one sample a line.";
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new LibsvmSource(new DataFiles(spark), DataKeys.path(settings, name()), settings);
        }
    }
}
