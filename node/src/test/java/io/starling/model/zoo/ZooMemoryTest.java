package io.starling.model.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.dataset.SampleShape;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.model.Model;
import io.starling.training.LocalTraining;
import io.starling.training.MapSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node's own memory is its state: what a step needs beside belongs to the compute slot. */
class ZooMemoryTest {
    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aGnLeNetNodeFitsInOneAndAHalfMegabytes() throws InterruptedException {
        SampleShape shape = SampleShape.image(3, 32, 32, 10);
        Model model = new GnLeNet().create(new MapSettings(), shape);
        ComputeSlots slots = new ComputeSlots(1);
        int nodes = 256;
        List<Object> kept = new ArrayList<>();
        // 48 images, a 1,024th of CIFAR-10.
        Samples samples = Samples.ofBytes(shape, new byte[48 * shape.size()], new float[3], new float[3], new float[48]);
        float[] first = new float[model.stateCount()];
        new LocalTraining(model, samples, new MapSettings(), 1, nodes).train(first, 0, slots);
        long before = usedBytes();
        for (int node = 0; node < nodes; node++) {
            float[] state = new float[model.stateCount()];
            LocalTraining training = new LocalTraining(model, samples, new MapSettings(), 1, node);
            if (node % 64 == 0) {
                training.train(state, 0, slots);
            }
            kept.add(state);
            kept.add(training);
        }
        long perNode = (usedBytes() - before) / nodes;
        assertThat(kept).hasSize(2 * nodes);
        assertThat(perNode).as("bytes a node, beside its samples").isBetween(4L * model.stateCount() / 2, 1_500_000L);
    }
}
