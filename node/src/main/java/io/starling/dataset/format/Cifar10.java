package io.starling.dataset.format;

import io.starling.dataset.Sample;
import io.starling.dataset.SampleShape;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** CIFAR-10's binary format: records of a label byte and 3,072 pixel bytes, all red ones first, then green, then blue. */
public final class Cifar10 {
    public static final int CLASSES = 10;
    public static final SampleShape SHAPE = SampleShape.image(3, 32, 32, CLASSES);
    public static final int RECORD_BYTES = 1 + SHAPE.size();

    private Cifar10() {
    }

    /**
     * The next record of a file, or null at its end.
     *
     * @param file   for the error message
     * @param record its number, counted from 0
     */
    public static Sample next(InputStream in, String file, long record) throws IOException {
        byte[] bytes = in.readNBytes(RECORD_BYTES);
        if (bytes.length == 0) {
            return null;
        }
        long offset = record * RECORD_BYTES;
        if (bytes.length < RECORD_BYTES) {
            throw BadData.atRecord(file, record, offset, "the file ends after " + bytes.length + " of the record's " + RECORD_BYTES
                + " bytes: it is cut off, or not in CIFAR-10's binary format.");
        }
        int label = bytes[0] & 0xFF;
        if (label >= CLASSES) {
            throw BadData.atRecord(file, record, offset, "the label is " + label + ", but labels go from 0 to " + (CLASSES - 1)
                + ": the file is damaged, or not in CIFAR-10's binary format.");
        }
        return Sample.of(Arrays.copyOfRange(bytes, 1, RECORD_BYTES), label);
    }
}
