package io.starling.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.UserError;
import io.starling.dataset.format.Idx;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void bytesAreScaledByChannel() {
        SampleFormat format = SampleFormat.bytes(SampleShape.image(2, 1, 2, 3), new float[] {1f / 255, 2}, new float[] {0, -1});
        Samples samples = format.pack(List.of(Sample.of(new byte[] {0, (byte) 255, 3, (byte) 200}, 2), Sample.of(new byte[] {1, 2, 3, 4}, 0)));
        Batch batch = new Batch(2, 4);
        samples.fill(batch, new int[] {1, 0}, 0, 2);
        assertThat(batch.size).isEqualTo(2);
        assertThat(batch.targets).containsExactly(0, 2);
        assertThat(batch.features).containsExactly(1f / 255, 2f / 255, 5, 7, 0, 1, 5, 399);
        assertThat(samples.labelHistogram()).containsExactly(1, 0, 1);
    }

    @Test
    void theDigitsAreThere() {
        List<Sample> train = Digits.train();
        List<Sample> test = Digits.test();
        assertThat(train).hasSize(2000);
        assertThat(test).hasSize(500);
        int[] labels = Digits.FORMAT.pack(train).labelHistogram();
        assertThat(java.util.Arrays.stream(labels).boxed()).hasSize(10).allSatisfy(c -> assertThat(c).isBetween(150, 250));
        // The first digit of MNIST is a five: upright, white on black, in the middle.
        assertThat(train.get(0).label()).isEqualTo(5);
        assertThat(picture(train.get(0))).contains("############");
        assertThat(train.get(0).bytes()[0]).isZero();
    }

    private static String picture(Sample digit) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < digit.bytes().length; i++) {
            text.append(digit.bytes()[i] != 0 ? '#' : '.').append(i % 28 == 27 ? "\n" : "");
        }
        return text.toString();
    }

    @Test
    void syntheticSamplesDoNotDependOnWhereTheyAreMade() {
        Synthetic data = new Synthetic(5, 3, 0.1, 9);
        List<Sample> all = data.samples("train", 0, 30);
        List<Sample> part = data.samples("train", 10, 20);
        for (int i = 0; i < 10; i++) {
            assertThat(part.get(i).floats()).containsExactly(all.get(10 + i).floats());
            assertThat(part.get(i).label()).isEqualTo((10 + i) % 3);
        }
        assertThat(data.samples("test", 0, 1).get(0).floats()[0]).isCloseTo(all.get(0).floats()[0], within(1f)).isNotEqualTo(all.get(0).floats()[0]);
    }

    private static InputStream idx(int magic, int... rest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(magic);
        for (int value : rest) {
            out.writeInt(value);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    @Test
    void damagedIdxFilesAreNamed() throws IOException {
        assertThatThrownBy(() -> Idx.read(idx(0x1234), "i", idx(0x801, 1), "l")).isInstanceOf(UserError.class).hasMessageContaining("i, at byte 0: it begins with 0x00001234");
        assertThatThrownBy(() -> Idx.read(idx(0x803, 2, 2, 2), "i", idx(0x801, 1), "l")).isInstanceOf(UserError.class).hasMessageContaining("2 images, but l has 1 labels");
        assertThatThrownBy(() -> Idx.read(idx(0x803, 3, 2, 2, 0, 0), "i", idx(0x801, 3, 0), "l")).isInstanceOf(UserError.class).hasMessageContaining("i, record 2 (at byte 24)");
        assertThatThrownBy(() -> Idx.read(idx(0x803, 3), "i", idx(0x801, 3, 0), "l")).isInstanceOf(UserError.class).hasMessageContaining("ends within its header");
        assertThatThrownBy(() -> Idx.read(idx(0x803, -3, 2, 2), "i", idx(0x801, 3, 0), "l")).isInstanceOf(UserError.class).hasMessageContaining("damaged");
    }
}
