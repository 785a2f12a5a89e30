package io.starling.dataset;

import io.starling.config.UserError;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The idx format of MNIST and its relatives: unsigned bytes in a box of given dimensions. */
public final class Idx {
    private static final int UNSIGNED_BYTES = 0x08;

    private Idx() {
    }

    /**
     * Reads a file of images and its file of labels.
     *
     * @param imagesName for error messages, as is {@code labelsName}
     */
    public static List<Sample> read(InputStream images, String imagesName, InputStream labels, String labelsName) throws IOException {
        DataInputStream imageData = new DataInputStream(images);
        DataInputStream labelData = new DataInputStream(labels);
        int[] box = dimensions(imageData, imagesName, 3);
        int count = dimensions(labelData, labelsName, 1)[0];
        if (box[0] != count) {
            throw new UserError(imagesName + " has " + box[0] + " images, but " + labelsName + " has " + count + " labels: they do not belong together.");
        }
        List<Sample> samples = new ArrayList<>();
        int size = Math.multiplyExact(box[1], box[2]);
        for (int i = 0; i < count; i++) {
            samples.add(Sample.of(read(imageData, size, imagesName, i), read(labelData, 1, labelsName, i)[0] & 0xFF));
        }
        return samples;
    }

    private static int[] dimensions(DataInputStream in, String name, int wanted) throws IOException {
        try {
            int magic = in.readInt();
            if (magic != (UNSIGNED_BYTES << 8 | wanted)) {
                throw new UserError(name + String.format(" begins with 0x%08x, but an idx file of unsigned bytes in %d dimension(s) begins with 0x%08x.",
                    magic, wanted, UNSIGNED_BYTES << 8 | wanted));
            }
            int[] dimensions = new int[wanted];
            for (int d = 0; d < wanted; d++) {
                dimensions[d] = in.readInt();
            }
            if (Arrays.stream(dimensions).anyMatch(d -> d < 0 || d > 1 << 28)) {
                throw new UserError(name + " says it has the dimensions " + Arrays.toString(dimensions) + ", which cannot be: the file is damaged.");
            }
            return dimensions;
        } catch (EOFException e) {
            throw new UserError(name + " ends within its header: the file is cut off.", e);
        }
    }

    private static byte[] read(DataInputStream in, int size, String name, int record) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new UserError(name + " ends within record " + record + ": the file is cut off.");
        }
        return bytes;
    }
}
