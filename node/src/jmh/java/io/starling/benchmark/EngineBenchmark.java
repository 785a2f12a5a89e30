package io.starling.benchmark;

import io.starling.dataset.Batch;
import io.starling.engine.KernelSet;
import io.starling.model.Model;
import io.starling.model.Score;
import io.starling.model.layer.Network;
import io.starling.model.zoo.ZooBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A training step and an evaluation of the zoo's models.
 *
 * <p>{@code ./gradlew :node:jmh -PjmhArgs='step -p model=gn-lenet -prof gc'}; with {@code -prof gc}, {@code gc.alloc.rate.norm} must be
 * next to nothing. {@code twoThreads} has two threads with a model each: its operations a second should be twice those of {@code step}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class EngineBenchmark {
    /** One thread's model with everything a step needs. */
    @State(Scope.Thread)
    public static class Training {
        @Param({"logistic", "mlp", "cnn", "gn-lenet", "femnist-cnn", "celeba-cnn", "shakespeare-lstm"})
        public String model;
        @Param("vector")
        public String kernels;

        private Network network;
        private float[] state;
        private float[] gradient;
        private Batch batch;
        private Model.Workspace workspace;

        @Setup
        public void prepare() {
            ZooBenchmark.Case chosen = ZooBenchmark.cases().stream().filter(c -> c.factory().name().equals(model)).findFirst().orElseThrow();
            network = chosen.network(KernelSet.valueOf(kernels.toUpperCase(java.util.Locale.ROOT)));
            state = new float[network.stateCount()];
            network.initialise(state, 1);
            gradient = new float[network.parameterCount()];
            batch = chosen.batch(chosen.batchSize());
            workspace = network.newWorkspace(chosen.batchSize());
        }

        float step() {
            float loss = network.gradient(state, gradient, batch, workspace, 1);
            for (int i = 0; i < gradient.length; i++) {
                state[i] -= 1e-3f * gradient[i];
            }
            return loss;
        }
    }

    @Benchmark
    public float step(Training training) {
        return training.step();
    }

    @Benchmark
    @Threads(2)
    public float twoThreads(Training training) {
        return training.step();
    }

    @Benchmark
    public Score evaluate(Training training) {
        Score score = new Score(training.network.parameters().get(training.network.parameters().size() - 1).size());
        training.network.score(training.state, training.batch, training.workspace, score);
        return score;
    }
}
