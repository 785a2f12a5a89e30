package io.starling.model.layer;

import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Numerical gradient check of every layer on every kernel set. */
class LayerGradientTest {
    private static final SampleShape IMAGE = SampleShape.image(3, 12, 11, 4);
    private static final SampleShape VECTOR = SampleShape.vector(23, 5);

    static Stream<Arguments> networks() {
        return Stream.of(KernelSet.values()).flatMap(set -> Stream.of(
            network("dense", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(5).softmaxCrossEntropy()),
            network("dense, tanh", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(37).tanh().dense(5).softmaxCrossEntropy()),
            network("dense, sigmoid", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(19).sigmoid().dense(5).softmaxCrossEntropy()),
            network("dense, relu", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(64).relu().dense(5).softmaxCrossEntropy()),
            network("conv 3x3", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(5, 3, 1, 1).tanh().conv(6, 3, 1, 0).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("conv, stride 2", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(40, 3, 1, 1).tanh().conv(36, 3, 2, 1).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("conv 1x1, stride 2", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(7, 5, 1, 2).tanh().conv(20, 1, 2, 0).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("conv 4x4, stride 3", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(7, 3, 1, 2).tanh().conv(20, 4, 3, 1).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("relu and max-pool of odd sizes", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(8, 3, 1, 1).reluMaxPool().conv(8, 3, 1, 1).reluMaxPool().flatten().dense(4).softmaxCrossEntropy())));
    }

    private static Arguments network(String name, KernelSet set, SampleShape shape, Function<KernelSet, Network> maker) {
        return Arguments.of(name, set, shape, maker);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("networks")
    void gradientIsTheSlopeOfTheLoss(String name, KernelSet set, SampleShape shape, Function<KernelSet, Network> maker) {
        Assumptions.assumeTrue(set.state().usable(), set.state().reason());
        new GradientCheck(maker.apply(set), shape, 6, 3).holdsWithin(0.02);
    }
}
