package io.starling.spark.data;

import io.starling.config.Experiment;
import io.starling.config.Modules;
import io.starling.spark.SparkKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Small data sets that tests write themselves, and how to open them. */
final class Written {
    private Written() {
    }

    static DatasetSource open(String kind, Path path, String... assignments) {
        Experiment settings = Experiment.parse("dataset.kind = " + kind + ", dataset.path = \"" + path + "\"", List.of(assignments));
        return UserErrors.unwrapped(() -> Modules.find(DatasetSource.Factory.class, SparkKeys.DATASET, kind).open(WithSpark.context(), settings));
    }

    static Path text(Path file, String content) {
        return bytes(file, content.getBytes(StandardCharsets.UTF_8));
    }

    static Path bytes(Path file, byte[] content) {
        try {
            Files.createDirectories(file.getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** CIFAR-10 records: label {@code i % 10}, all pixels {@code i}. */
    static byte[] cifar(int from, int to) {
        ByteBuffer file = ByteBuffer.allocate((to - from) * 3073);
        for (int i = from; i < to; i++) {
            file.put((byte) (i % 10));
            for (int p = 0; p < 3072; p++) {
                file.put((byte) i);
            }
        }
        return file.array();
    }

    /** Images of 2 x 3 pixels, all {@code i}. */
    static byte[] idxImages(int count) {
        ByteBuffer file = ByteBuffer.allocate(16 + count * 6).putInt(0x00000803).putInt(count).putInt(2).putInt(3);
        for (int i = 0; i < count * 6; i++) {
            file.put((byte) (i / 6));
        }
        return file.array();
    }

    /** Labels {@code i % 5}. */
    static byte[] idxLabels(int count) {
        ByteBuffer file = ByteBuffer.allocate(8 + count).putInt(0x00000801).putInt(count);
        for (int i = 0; i < count; i++) {
            file.put((byte) (i % 5));
        }
        return file.array();
    }
}
