package io.starling.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BatchOrderTest {
    @Property(tries = 100)
    void everyEpochHasEverySampleOnce(@ForAll @IntRange(min = 1, max = 60) int samples, @ForAll @IntRange(min = 1, max = 13) int batch,
                                      @ForAll long seed) {
        int total = samples * batch;
        BatchOrder order = new BatchOrder(seed, 2, samples);
        int[] drawn = new int[total];
        int[] chosen = new int[batch];
        for (int b = 0; b < samples; b++) {
            order.draw((long) b * batch, chosen, batch);
            System.arraycopy(chosen, 0, drawn, b * batch, batch);
        }
        for (int epoch = 0; epoch < batch; epoch++) {
            int[] sorted = Arrays.copyOfRange(drawn, epoch * samples, (epoch + 1) * samples);
            Arrays.sort(sorted);
            for (int i = 0; i < samples; i++) {
                assertThat(sorted[i]).isEqualTo(i);
            }
        }
    }

    @Property(tries = 100)
    void aBatchDependsOnItsNumberOnly(@ForAll @IntRange(min = 1, max = 60) int samples, @ForAll @IntRange(max = 500) int from) {
        int[] alone = new int[5];
        new BatchOrder(9, 1, samples).draw(from, alone, 5);
        BatchOrder order = new BatchOrder(9, 1, samples);
        int[] chosen = new int[5];
        for (int at : new int[] {0, 490, from}) {
            order.draw(at, chosen, 5);
        }
        assertThat(chosen).isEqualTo(alone);
    }

    @Test
    void nodesAndEpochsHaveOrdersOfTheirOwn() {
        int[] a = new int[50];
        int[] b = new int[50];
        int[] next = new int[50];
        new BatchOrder(9, 1, 50).draw(0, a, 50);
        new BatchOrder(9, 2, 50).draw(0, b, 50);
        new BatchOrder(9, 1, 50).draw(50, next, 50);
        assertThat(a).isNotEqualTo(b).isNotEqualTo(next);
    }
}
