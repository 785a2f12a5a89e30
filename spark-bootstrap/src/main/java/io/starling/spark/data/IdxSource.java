package io.starling.spark.data;

import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.SampleFormat;
import io.starling.dataset.SampleShape;
import io.starling.dataset.format.BadData;
import io.starling.dataset.format.Idx;
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

/**
 * The idx files of MNIST, Fashion-MNIST and EMNIST, plain or compressed: {@code …train-images-idx3-ubyte} with
 * {@code …train-labels-idx1-ubyte}; for testing {@code t10k} or {@code test} in place of {@code train}. EMNIST's other splits may
 * be in the same folder if {@code dataset.path} is a pattern such as {@code emnist/emnist-balanced-*}.
 */
final class IdxSource implements DatasetSource {
    private static final Pattern TRAIN = Pattern.compile(".*train.*images.*");
    private static final Pattern TEST = Pattern.compile(".*(t10k|test).*images.*");

    private final DataFiles files;
    private final Pair train;
    private final Pair test;
    private final SampleFormat format;

    /** A file of images, what its header says, and its file of labels. */
    private record Pair(FileStatus images, String labels, Idx.Images box) {
        String imagesFile() {
            return images.getPath().toString();
        }
    }

    private IdxSource(DataFiles files, String path, Settings settings) {
        this.files = files;
        train = pair(path, TRAIN);
        test = pair(path, TEST);
        if (train == null) {
            throw new UserError("dataset.path = " + path + " has no file …train-images-idx3-ubyte: it should be the folder of MNIST's files or alike.");
        }
        if (test != null && (test.box.height() != train.box.height() || test.box.width() != train.box.width())) {
            throw BadData.in(test.imagesFile(), "its images are " + test.box.height() + " x " + test.box.width() + ", but those of "
                + train.imagesFile() + " are " + train.box.height() + " x " + train.box.width() + ".");
        }
        int classes = settings.has(DataKeys.CLASSES) ? settings.get(DataKeys.CLASSES) : Math.max(classesIn(train), test == null ? 0 : classesIn(test));
        format = DataKeys.pixels(settings, SampleShape.image(1, train.box.height(), train.box.width(), classes), 0, 1);
    }

    private Pair pair(String path, Pattern names) {
        List<FileStatus> found = files.find(DataKeys.PATH.name(), path, names).stream().filter(f -> names.matcher(f.getPath().getName()).matches()).toList();
        if (found.isEmpty()) {
            return null;
        }
        if (found.size() > 1) {
            throw new UserError("dataset.path = " + path + " has several sets of idx files (" + found.get(0).getPath().getName() + ", "
                + found.get(1).getPath().getName() + "): name one by a pattern, such as " + path + "/emnist-balanced-*.");
        }
        FileStatus images = found.get(0);
        String name = images.getPath().getName().replace("images", "labels").replace("idx3", "idx1");
        String labels = images.getPath().getParent() + "/" + name;
        try (OpenFiles open = new OpenFiles(files.hadoop())) {
            if (!open.exists(labels)) {
                throw BadData.in(images.getPath().toString(), "there is no file of labels " + name + " beside it.");
            }
            Idx.Images box = Idx.Images.from(open.open(images.getPath().toString()), images.getPath().toString());
            Idx.requireSameCount(box, images.getPath().toString(), Idx.Labels.from(open.open(labels), labels), labels);
            if (!OpenFiles.isCompressed(images.getPath(), files.hadoop()) && images.getLen() != box.fileBytes()) {
                throw BadData.atByte(images.getPath().toString(), images.getLen(), "the file ends here, but " + box.count() + " images of "
                    + box.height() + " x " + box.width() + ", as its header says, end at byte " + box.fileBytes() + ".");
            }
            return new Pair(images, labels, box);
        } catch (IOException e) {
            throw BadData.in(images.getPath().toString(), "it cannot be read: " + e.getMessage());
        }
    }

    /** One more than the largest label; the file of labels is small. */
    private int classesIn(Pair pair) {
        try (OpenFiles open = new OpenFiles(files.hadoop())) {
            InputStream in = open.open(pair.labels, Idx.Labels.HEADER_BYTES);
            int largest = 0;
            for (int label = in.read(); label >= 0; label = in.read()) {
                largest = Math.max(largest, label);
            }
            return largest + 1;
        } catch (IOException e) {
            throw BadData.in(pair.labels, "it cannot be read: " + e.getMessage());
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
        return test == null ? null : read(test);
    }

    private JavaRDD<Sample> read(Pair pair) {
        Idx.Images box = pair.box;
        String labels = pair.labels;
        return files.read(files.cut(List.of(pair.images), Idx.Images.HEADER_BYTES, box.recordBytes()), (slice, open) -> records(slice, open, box, labels));
    }

    private static Iterator<Sample> records(FileSlice slice, OpenFiles open, Idx.Images box, String labelsFile) throws IOException {
        int first = (int) ((slice.from() - Idx.Images.HEADER_BYTES) / box.recordBytes());
        int end = slice.compressed() ? box.count() : (int) ((slice.to() - Idx.Images.HEADER_BYTES) / box.recordBytes());
        InputStream images = open.open(slice.file(), slice.from());
        InputStream labels = open.open(labelsFile, Idx.Labels.HEADER_BYTES + (long) first);
        int[] record = {first};
        return new Pull<>(() -> record[0] == end ? null : Idx.next(images, box, slice.file(), labels, labelsFile, record[0]++));
    }

    /** Chosen by {@code dataset.kind = idx}. */
    public static final class Factory implements DatasetSource.Factory {
        @Override
        public String name() {
            return "idx";
        }

        @Override
        public String doc() {
            return "The folder of MNIST's, Fashion-MNIST's or EMNIST's idx files.";
        }

        @Override
        public DatasetSource open(JavaSparkContext spark, Settings settings) {
            return new IdxSource(new DataFiles(spark), DataKeys.path(settings, name()), settings);
        }
    }
}
