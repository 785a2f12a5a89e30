package io.starling.dataset.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.config.UserError;
import io.starling.dataset.Sample;
import io.starling.dataset.format.leaf.LeafFile;
import io.starling.dataset.format.leaf.LeafTask;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever is in a file, it is read or refused with the file's name. */
class HostileBytesTest {
    private static final String GOOD = "{\"users\": [\"a\", \"b\"], \"num_samples\": [2, 1], \"user_data\": {\"a\": {\"x\": [[1, 2], [3, 4]], \"y\": [0, 1]}, "
        + "\"b\": {\"x\": [[5, 6]], \"y\": [1]}}}";
    private static final List<LeafTask> TASKS = List.of(new LeafTask.Numbers(2, 2), new LeafTask.Femnist(), new LeafTask.Celeba(), new LeafTask.Shakespeare(),
        new LeafTask.Sent140(5, 100), new LeafTask.Reddit(Map.of("a", 2)));

    private interface Reading {
        void read() throws IOException;
    }

    private static void readOrRefuse(Reading reading) throws IOException {
        try {
            reading.read();
        } catch (UserError e) {
            assertThat(e.getMessage()).contains("the-file");
        }
    }

    @Property(tries = 300)
    void idx(@ForAll @Size(max = 64) byte[] images, @ForAll @Size(max = 32) byte[] labels) throws IOException {
        readOrRefuse(() -> Idx.read(new ByteArrayInputStream(images), "the-file", new ByteArrayInputStream(labels), "the-file too"));
    }

    @Property(tries = 300)
    void idxWithAnyDimensions(@ForAll int count, @ForAll int height, @ForAll int width) throws IOException {
        byte[] images = ByteBuffer.allocate(20).putInt(0x803).putInt(count).putInt(height).putInt(width).array();
        byte[] labels = ByteBuffer.allocate(10).putInt(0x801).putInt(count).array();
        readOrRefuse(() -> Idx.read(new ByteArrayInputStream(images), "the-file", new ByteArrayInputStream(labels), "the-file too"));
    }

    @Property(tries = 100)
    void cifar10(@ForAll @IntRange(max = 7000) int length, @ForAll byte label) throws IOException {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, label);
        readOrRefuse(() -> {
            InputStream in = new ByteArrayInputStream(bytes);
            long records = 0;
            for (Sample sample = Cifar10.next(in, "the-file", 0); sample != null; sample = Cifar10.next(in, "the-file", records)) {
                records++;
            }
            assertThat(records * Cifar10.RECORD_BYTES).isEqualTo(length);
        });
    }

    @Property(tries = 500)
    void leafWithAByteChangedOrCutOff(@ForAll @IntRange(min = 0, max = 150) int at, @ForAll byte value, @ForAll boolean cut) throws IOException {
        byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
        int place = Math.min(at, bytes.length - 1);
        bytes[place] = value;
        byte[] given = cut ? Arrays.copyOf(bytes, place) : bytes;
        for (LeafTask task : TASKS) {
            readOrRefuse(() -> {
                LeafFile leaf = LeafFile.open(new ByteArrayInputStream(given), "the-file");
                for (LeafFile.UserData user = leaf.next(); user != null; user = leaf.next()) {
                    task.samples(user, name -> {
                        throw new FileNotFoundException(name);
                    });
                }
            });
        }
    }

    @Property(tries = 300)
    void libsvm(@ForAll String line) throws IOException {
        readOrRefuse(() -> Libsvm.parse(line, "the-file", 7));
    }
}
