package io.starling.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import io.starling.model.Model;
import io.starling.model.Score;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NetworkTest {
    private static final SampleShape IMAGE = SampleShape.image(3, 16, 16, 4);
    private static final SampleShape TOKENS = SampleShape.tokens(9, 13, 4);

    private static Network images(KernelSet set) {
        return NetworkBuilder.images(IMAGE, set).conv(32, 5, 1, 2).groupNorm(2).relu().maxPool(2)
            .sum(b -> b.convWithoutBias(32, 3, 1, 1).batchNorm().relu(), b -> b)
            .conv(20, 3, 2, 1).relu().avgPool(2).flatten().dense(30).tanh().dropout(0.2).dense(4).softmaxCrossEntropy();
    }

    private static Network tokens(KernelSet set) {
        return NetworkBuilder.vectors(TOKENS, set).embedding(13, 8).lstm(32).lstm(20).flatten().relu().dense(4).softmaxCrossEntropy();
    }

    private static float[] train(Network network, SampleShape shape, int steps, int capacity) {
        float[] state = new float[network.stateCount()];
        float[] gradient = new float[network.parameterCount()];
        network.initialise(state, 1);
        Model.Workspace workspace = network.newWorkspace(capacity);
        for (int step = 0; step < steps; step++) {
            Batch batch = GradientCheck.batch(shape, 5, step);
            network.gradient(state, gradient, batch, workspace, step);
            for (int i = 0; i < gradient.length; i++) {
                state[i] -= 0.05f * gradient[i];
            }
        }
        return state;
    }

    /** The first time the kernels are interpreted, the last time compiled: that must not show. */
    @ParameterizedTest
    @EnumSource(KernelSet.class)
    void theSameStepsGiveTheSameBits(KernelSet set) {
        Assumptions.assumeTrue(set.state().usable(), set.state().reason());
        float[] firstImages = train(images(set), IMAGE, 3, 5);
        float[] firstTokens = train(tokens(set), TOKENS, 3, 5);
        for (int repeat = 0; repeat < (set == KernelSet.VECTOR ? 40 : 2); repeat++) {
            assertThat(train(images(set), IMAGE, 3, 5)).isEqualTo(firstImages);
            assertThat(train(tokens(set), TOKENS, 3, 5)).isEqualTo(firstTokens);
        }
    }

    @ParameterizedTest
    @EnumSource(KernelSet.class)
    void theWorkspacesSizeDoesNotMatter(KernelSet set) {
        Assumptions.assumeTrue(set.state().usable(), set.state().reason());
        assertThat(train(images(set), IMAGE, 3, 17)).isEqualTo(train(images(set), IMAGE, 3, 5));
        assertThat(train(tokens(set), TOKENS, 3, 17)).isEqualTo(train(tokens(set), TOKENS, 3, 5));
    }

    /** Layers allocate nothing; that the compiled vector kernels do not either is measured by the benchmarks. */
    @Test
    void aStepAllocatesNothing() {
        for (SampleShape shape : new SampleShape[] {IMAGE, TOKENS}) {
            Network network = shape == IMAGE ? images(KernelSet.PLAIN) : tokens(KernelSet.PLAIN);
            float[] state = new float[network.stateCount()];
            float[] gradient = new float[network.parameterCount()];
            network.initialise(state, 1);
            Model.Workspace workspace = network.newWorkspace(5);
            Batch batch = GradientCheck.batch(shape, 5, 1);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            for (int step = 0; step < 20; step++) {
                network.gradient(state, gradient, batch, workspace, step);
            }
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int step = 0; step < 100; step++) {
                network.gradient(state, gradient, batch, workspace, step);
            }
            long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertThat(allocated / 100).as("bytes a step").isLessThan(shape == IMAGE ? 1500 : 64);
        }
    }

    @Test
    void evaluationUsesRunningStatisticsAndNoDropout() {
        Network network = images(KernelSet.best());
        float[] state = train(network, IMAGE, 20, 5);
        Batch batch = GradientCheck.batch(IMAGE, 5, 3);
        Score together = new Score(4);
        network.score(state, batch, network.newWorkspace(5), together);
        Score oneByOne = new Score(4);
        for (int n = 0; n < 5; n++) {
            Batch one = new Batch(1, IMAGE.size());
            System.arraycopy(batch.features, n * IMAGE.size(), one.features, 0, IMAGE.size());
            one.targets[0] = batch.targets[n];
            one.size = 1;
            network.score(state, one, network.newWorkspace(1), oneByOne);
        }
        assertThat(oneByOne.meanLoss()).isCloseTo(together.meanLoss(), org.assertj.core.data.Offset.offset(1e-5));
    }

    @Test
    void aBatchLargerThanTheWorkspaceIsRefused() {
        Network network = images(KernelSet.PLAIN);
        assertThatThrownBy(() -> network.gradient(new float[network.stateCount()], new float[network.parameterCount()],
            GradientCheck.batch(IMAGE, 5, 1), network.newWorkspace(4), 1)).hasMessageContaining("a batch of 5");
    }
}
