package io.starling.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.communication.Message;
import io.starling.random.KeyedRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullSharingTest {
    private static final int N = 5000;

    private static float[] model(int node) {
        float[] model = new float[N];
        KeyedRandom random = KeyedRandom.of(1, "model", node);
        for (int i = 0; i < N; i++) {
            model[i] = (float) random.nextGaussian();
        }
        return model;
    }

    private static Message message(int sender, float[] model, int degree) throws InterruptedException {
        Sharing.Content content = new FullSharing(N).message(model, 0, degree);
        ByteBuffer copy = ByteBuffer.allocate(content.bytes().remaining()).put(content.bytes()).flip();
        return Message.model(sender, 0, 0, content.codec(), content.metadataBytes(), copy);
    }

    @Test
    void averagesWithTheWeights() throws Exception {
        float[] own = model(0);
        float[] before = own.clone();
        List<Message> received = new ArrayList<>();
        for (int j = 1; j <= 3; j++) {
            received.add(message(j, model(j), 10 + j));
        }
        new FullSharing(N).average(own, 0, received, (sender, degree) -> {
            assertThat(degree).isEqualTo(10 + sender);
            return sender / 10f;
        });
        for (int k = 0; k < N; k++) {
            float expected = 0.4f * before[k] + 0.1f * model(1)[k] + 0.2f * model(2)[k] + 0.3f * model(3)[k];
            if (k % 997 == 0) {
                assertThat(own[k]).isCloseTo(expected, within(1e-5f));
            }
        }
    }

    @Test
    void nothingReceivedChangesNothing() throws Exception {
        float[] own = model(0);
        new FullSharing(N).average(own, 0, List.of(), (sender, degree) -> 1);
        assertThat(own).containsExactly(model(0));
    }

    @Test
    void sizeOnTheWire() throws Exception {
        Sharing.Content content = new FullSharing(N).message(model(0), 0, 3);
        assertThat(content.bytes().remaining()).isLessThanOrEqualTo(4 * N + 64);
        assertThat(content.metadataBytes()).isEqualTo(4);
    }

    @Test
    void aMessageOfAnotherModelIsRefusedAndNothingChanged() throws Exception {
        float[] own = model(0);
        Message shorter = Message.model(2, 0, 0, 0, 0, ByteBuffer.allocate(12));
        List<Message> received = List.of(message(1, model(1), 2), shorter);
        assertThatThrownBy(() -> new FullSharing(N).average(own, 0, received, (sender, degree) -> 0.3f))
            .isInstanceOf(Sharing.MalformedMessage.class).hasMessageContaining("node 2").hasMessageContaining("12 bytes");
        assertThat(own).containsExactly(model(0));
    }
}
