package io.starling.model.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.config.Key;
import io.starling.config.Modules;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import io.starling.model.Model;
import io.starling.training.MapSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** 20 steps of SGD give the losses that PyTorch gives; how those were made stands beside them, in {@code reference/README.md}. */
class PyTorchTrajectoryTest {
    /**
     * The first two losses, before and after one step, must agree to float rounding. Later ones may differ by more: where a value is
     * nearly zero at a ReLU, or two are nearly equal under a max-pooling window, the last bit decides who learns. (GN-LeNet has such a
     * case in its second step, which is why its rate is low.)
     */
    private static final double TOLERANCE = 1e-5;
    private static final double LATER_TOLERANCE = 1e-3;

    static Stream<Arguments> models() {
        return Stream.of(KernelSet.values()).flatMap(set -> Stream.of(
            Arguments.of("gn-lenet", set, 8, SampleShape.image(3, 32, 32, 10), 0.0003f),
            Arguments.of("femnist-cnn", set, 16, SampleShape.image(1, 28, 28, 62), 0.05f),
            Arguments.of("celeba-cnn", set, 8, SampleShape.image(3, 84, 84, 2), 0.02f),
            Arguments.of("shakespeare-lstm", set, 8, SampleShape.tokens(80, 92, 92), 0.1f),
            Arguments.of("mlp", set, 16, SampleShape.image(1, 28, 28, 10), 0.05f)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("models")
    void lossesAgree(String name, KernelSet set, int batchSize, SampleShape shape, float rate) throws IOException {
        Assumptions.assumeTrue(set.state().usable(), set.state().reason());
        MapSettings settings = new MapSettings().with("model.kernels", set.label());
        Model model = Modules.find(Model.Factory.class, Key.string("model.name"), name).create(settings, shape);
        double[] expected = reference(name);
        float[] state = start(model);
        float[] gradient = new float[model.parameterCount()];
        Batch batch = new Batch(batchSize, shape.size());
        Model.Workspace workspace = model.newWorkspace(batchSize);
        // The plain loops are for comparison only, and slow: a few steps show what they have to show.
        int steps = set == KernelSet.PLAIN ? 3 : expected.length;
        for (int step = 0; step < steps; step++) {
            fill(batch, step, shape, batchSize);
            float loss = model.gradient(state, gradient, batch, workspace, 1);
            double tolerance = step < 2 ? TOLERANCE : LATER_TOLERANCE;
            assertThat((double) loss).as("loss of step %d", step).isCloseTo(expected[step], within(tolerance * expected[step]));
            for (int i = 0; i < gradient.length; i++) {
                state[i] -= rate * gradient[i];
            }
        }
    }

    private static double[] reference(String name) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            PyTorchTrajectoryTest.class.getResourceAsStream("/reference/losses.txt"), StandardCharsets.UTF_8))) {
            String line = lines.lines().filter(l -> l.startsWith(name + " ")).findFirst().orElseThrow();
            return Arrays.stream(line.split(" ")).skip(1).mapToDouble(Double::parseDouble).toArray();
        }
    }

    private static float[] start(Model model) {
        float[] state = new float[model.stateCount()];
        for (Model.Parameter parameter : model.parameters()) {
            for (int i = parameter.offset(); i < parameter.offset() + parameter.size(); i++) {
                state[i] = (float) value(parameter, hashed(i), model);
            }
        }
        return state;
    }

    private static double value(Model.Parameter parameter, double u, Model model) {
        String name = parameter.name();
        if (name.startsWith("norm")) {
            return (name.endsWith("weight") ? 1 : 0) + 0.1 * u;
        }
        if (name.startsWith("embedding")) {
            return u;
        }
        if (name.startsWith("lstm")) {
            return u / Math.sqrt(256);
        }
        Model.Parameter weight = name.endsWith("weight") ? parameter
            : model.parameters().stream().filter(p -> p.name().equals(name.replace("bias", "weight"))).findFirst().orElseThrow();
        return u / Math.sqrt(weight.size() / weight.shape()[0]);
    }

    private static void fill(Batch batch, int step, SampleShape shape, int size) {
        for (int i = 0; i < size * shape.size(); i++) {
            double u = hashed(1_000_000 * (step + 1) + 50_000_000 + i);
            batch.features[i] = shape.vocabulary() > 0 ? (float) Math.floor((u + 1) / 2 * shape.vocabulary()) : (float) u;
        }
        for (int n = 0; n < size; n++) {
            batch.targets[n] = (float) Math.floor((hashed(1000 * (step + 1) + 40_000_000 + n) + 1) / 2 * shape.classes());
        }
        batch.size = size;
    }

    /** Uniform in [-1, 1): a hash of the index, the same in both languages. */
    private static double hashed(int index) {
        int x = index + 1;
        x ^= x >>> 16;
        x *= 0x85EBCA6B;
        x ^= x >>> 13;
        x *= 0xC2B2AE35;
        x ^= x >>> 16;
        return (x & 0xFFFFFFFFL) / 0x1p31 - 1;
    }
}
