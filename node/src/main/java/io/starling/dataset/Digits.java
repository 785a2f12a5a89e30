package io.starling.dataset;

import io.starling.dataset.format.Idx;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** 2,500 of MNIST's digits, black and white, which come with the product: 2,000 to train, 500 to test. */
public final class Digits {
    public static final SampleFormat FORMAT = SampleFormat.bytes(SampleShape.image(1, 28, 28, 10), new float[] {1f / 255}, new float[] {0});

    private Digits() {
    }

    public static List<Sample> train() {
        return read("train");
    }

    public static List<Sample> test() {
        return read("test");
    }

    private static List<Sample> read(String part) {
        String images = "digits/" + part + "-images-idx3-ubyte.gz";
        String labels = "digits/" + part + "-labels-idx1-ubyte.gz";
        try (InputStream i = open(images); InputStream l = open(labels)) {
            return Idx.read(i, images, l, labels);
        } catch (IOException e) {
            throw new IllegalStateException("the digits in the product's own jar cannot be read", e);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = Digits.class.getResourceAsStream(name);
        if (in == null) {
            throw new FileNotFoundException(name);
        }
        return new BufferedInputStream(new GZIPInputStream(in));
    }
}
