package io.starling.model.layer;

import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Numerical gradient check of every layer on every kernel set. */
class LayerGradientTest {
    private static final SampleShape IMAGE = SampleShape.image(3, 12, 11, 4);
    private static final SampleShape VECTOR = SampleShape.vector(23, 5);

    private static final SampleShape TOKENS = SampleShape.tokens(7, 11, 5);
    private static final SampleShape NUMBER = SampleShape.vector(9, 0);

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
            network("relu and max-pool of odd sizes", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(8, 3, 1, 1).relu().maxPool(2).conv(8, 3, 1, 1).relu().maxPool(2).flatten().dense(4).softmaxCrossEntropy()),
            network("group norm", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).groupNorm(2).tanh().conv(34, 3, 1, 1).groupNorm(17).flatten().dense(4).softmaxCrossEntropy()),
            network("group norm, relu, max-pool", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(34, 3, 1, 1).groupNorm(2).relu().maxPool(2).conv(8, 3, 1, 1).groupNorm(4).relu().maxPool(2).flatten().dense(4).softmaxCrossEntropy()),
            network("batch norm", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).convWithoutBias(6, 3, 1, 1).batchNorm().tanh().conv(5, 3, 1, 1).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("batch norm of vectors", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(20).tanh().batchNorm().dense(5).softmaxCrossEntropy()),
            network("layer norm", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(20).layerNorm().tanh().dense(5).softmaxCrossEntropy()),
            network("max-pool 3x3 with padding", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().maxPool(3, 2, 1).conv(5, 3, 1, 1).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("max-pool 2x2", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().maxPool(2).flatten().dense(4).softmaxCrossEntropy()),
            network("max-pool, then relu", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).maxPool(2).relu().flatten().dense(4).softmaxCrossEntropy()),
            network("average pool", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().avgPool(2).conv(7, 3, 1, 1).tanh().globalAvgPool().flatten().dense(4).softmaxCrossEntropy()),
            network("dropout", set, VECTOR, s -> NetworkBuilder.vectors(VECTOR, s).dense(40).tanh().dropout(0.4).dense(5).softmaxCrossEntropy()),
            network("residual", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().sum(b -> b.conv(6, 3, 1, 1).tanh(), b -> b).sum(b -> b.conv(9, 3, 2, 1).tanh(), b -> b.conv(9, 1, 2, 0)).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("residual with batch norm", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().sum(b -> b.convWithoutBias(6, 3, 1, 1).batchNorm(), b -> b).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("concat", set, IMAGE, s -> NetworkBuilder.images(IMAGE, s).conv(6, 3, 1, 1).tanh().concat(b -> b.conv(5, 3, 1, 1).tanh(), b -> b.conv(7, 1, 1, 0), b -> b).conv(5, 3, 1, 0).tanh().flatten().dense(4).softmaxCrossEntropy()),
            network("embedding", set, TOKENS, s -> NetworkBuilder.vectors(TOKENS, s).embedding(11, 6).flatten().dense(5).softmaxCrossEntropy()),
            network("lstm", set, TOKENS, s -> NetworkBuilder.vectors(TOKENS, s).embedding(11, 6).lstm(21).lstm(32).flatten().dense(5).softmaxCrossEntropy()),
            network("lstm, last step", set, TOKENS, s -> NetworkBuilder.vectors(TOKENS, s).embeddingWithPadding(11, 6).lstm(16).lastStep().dense(5).softmaxCrossEntropy()),
            network("mean squared error", set, NUMBER, s -> NetworkBuilder.vectors(NUMBER, s).dense(12).tanh().dense(1).meanSquaredError())));
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

    @ParameterizedTest
    @EnumSource(KernelSet.class)
    void gradientOfAFactorization(KernelSet set) {
        Assumptions.assumeTrue(set.state().usable(), set.state().reason());
        // Factors start near zero, where gradients vanish; ids are few, so that users and items come more than once.
        SampleShape pairs = new SampleShape(new int[] {2}, 0, 7);
        new GradientCheck(NetworkBuilder.vectors(pairs, set).factorization(7, 7, 5).meanSquaredError(), pairs, 12, 3).holdsWithin(0.02);
    }
}
