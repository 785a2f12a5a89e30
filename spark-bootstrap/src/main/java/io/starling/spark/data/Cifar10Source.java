package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.format.Cifar10;
import io.starling.spark.data.file.DataFiles;
import io.starling.spark.data.file.FileSlice;
import io.starling.spark.data.file.OpenFiles;
import io.starling.spark.data.file.Pull;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** CIFAR-10's binary files: {@code data_batch_1.bin} … and {@code test_batch.bin}, plain or compressed. */
final class Cifar10Source implements DatasetSource {
    private static final Pattern TRAIN = Pattern.compile("data_batch_\\d+\\.bin(\\.\\w+)?");
    private static final Pattern TEST = Pattern.compile("test_batch\\.bin(\\.\\w+)?");

    private final DataFiles files;
    private final SampleFormat format;
    private final List<FileStatus> train;
    private final List<FileStatus> test;

    private Cifar10Source(DataFiles files, String path, SampleFormat format) {
        this.files = files;
        this.format = format;
        train = files.find(DataKeys.PATH.name(), path, TRAIN);
        test = files.find(DataKeys.PATH.name(), path, TEST);
        if (train.isEmpty()) {
            throw new UserError("dataset.path = " + path + " has no files data_batch_1.bin, …: it should be the folder of CIFAR-10's binary version.");
        }
    }

    @Override
    public SampleFormat format() {
        return format;
    }

    @Override
    public JavaRDD<Sample> train() {
        return read(train);
    }

    @Override
    public JavaRDD<Sample> test() {
        return test.isEmpty() ? null : read(test);
    }

    private JavaRDD<Sample> read(List<FileStatus> of) {
        return files.read(files.cut(of, 0, Cifar10.RECORD_BYTES), Cifar10Source::records);
    }

    private static Iterator<Sample> records(FileSlice slice, OpenFiles open) throws IOException {
        InputStream in = open.open(slice.file(), slice.from());
        long[] record = {slice.from() / Cifar10.RECORD_BYTES};
        return new Pull<>(() -> record[0] * Cifar10.RECORD_BYTES >= slice.to() ? null : Cifar10.next(in, slice.file(), record[0]++));
    }

    /** Chosen by {@code dataset.kind = cifar10}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "cifar10";
        }

        @Override
        public String doc() {
            return "The folder of CIFAR-10's binary version (data_batch_1.bin … test_batch.bin).";
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new Cifar10Source(new DataFiles(spark), DataKeys.path(settings, name()), DataKeys.pixels(settings, Cifar10.SHAPE, 0.5, 0.5));
        }
    }
}
