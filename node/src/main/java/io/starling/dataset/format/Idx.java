package io.starling.dataset.format;

import io.starling.dataset.Sample;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The idx format of MNIST and its relatives: unsigned bytes in a box of given dimensions, labels in a file of their own. */
public final class Idx {
    private static final int UNSIGNED_BYTES = 0x08;
    private static final int LARGEST_DIMENSION = 1 << 28;

    /** What a file of images says about itself. */
    public record Images(int count, int height, int width) implements Serializable {
        public static final int HEADER_BYTES = 16;

        /** Reads the header. */
        public static Images from(InputStream in, String file) throws IOException {
            int[] box = dimensions(in, file, 3);
            if ((long) box[1] * box[2] > LARGEST_DIMENSION) {
                throw BadData.atByte(file, 8, "images of " + box[1] + " x " + box[2] + " cannot be: the file is damaged.");
            }
            return new Images(box[0], box[1], box[2]);
        }

        public int recordBytes() {
            return height * width;
        }

        /** How long the file must be. */
        public long fileBytes() {
            return HEADER_BYTES + (long) count * recordBytes();
        }
    }

    /** What a file of labels says about itself. */
    public record Labels(int count) {
        public static final int HEADER_BYTES = 8;

        /** Reads the header. */
        public static Labels from(InputStream in, String file) throws IOException {
            return new Labels(dimensions(in, file, 1)[0]);
        }
    }

    private Idx() {
    }

    /** Reads a file of images and its file of labels. */
    public static List<Sample> read(InputStream images, String imagesFile, InputStream labels, String labelsFile) throws IOException {
        Images box = Images.from(images, imagesFile);
        requireSameCount(box, imagesFile, Labels.from(labels, labelsFile), labelsFile);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < box.count; i++) {
            samples.add(next(images, box, imagesFile, labels, labelsFile, i));
        }
        return samples;
    }

    public static void requireSameCount(Images images, String imagesFile, Labels labels, String labelsFile) {
        if (images.count != labels.count) {
            throw BadData.in(imagesFile, "it has " + images.count + " images, but " + labelsFile + " has " + labels.count
                + " labels: they do not belong together.");
        }
    }

    /** The sample with this number, at which both streams stand. */
    public static Sample next(InputStream images, Images box, String imagesFile, InputStream labels, String labelsFile, int record)
            throws IOException {
        byte[] pixels = images.readNBytes(box.recordBytes());
        if (pixels.length < box.recordBytes()) {
            throw BadData.atRecord(imagesFile, record, Images.HEADER_BYTES + (long) record * box.recordBytes(),
                "the file ends within the image: it is cut off.");
        }
        int label = labels.read();
        if (label < 0) {
            throw BadData.atRecord(labelsFile, record, Labels.HEADER_BYTES + (long) record, "the file ends here: it is cut off.");
        }
        return Sample.of(pixels, label);
    }

    private static int[] dimensions(InputStream stream, String file, int wanted) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        try {
            int magic = in.readInt();
            int right = UNSIGNED_BYTES << 8 | wanted;
            if (magic != right) {
                throw BadData.atByte(file, 0, String.format("it begins with 0x%08x, but an idx file of unsigned bytes in %d dimension(s) begins with 0x%08x.",
                    magic, wanted, right));
            }
            int[] dimensions = new int[wanted];
            for (int d = 0; d < wanted; d++) {
                dimensions[d] = in.readInt();
                if (dimensions[d] < 1 || dimensions[d] > LARGEST_DIMENSION) {
                    throw BadData.atByte(file, 4 + 4L * d, "dimension " + d + " is " + dimensions[d] + ", which cannot be: the file is damaged.");
                }
            }
            return dimensions;
        } catch (EOFException e) {
            throw BadData.atByte(file, 0, "the file ends within its header: it is cut off.");
        }
    }
}
