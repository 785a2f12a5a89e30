package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.Batch;
import io.starling.dataset.SampleShape;
import io.starling.engine.KernelSet;
import io.starling.engine.PeakSpeed;
import io.starling.model.Model;
import io.starling.model.Score;
import io.starling.model.layer.Network;
import io.starling.random.KeyedRandom;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How fast the engine trains and evaluates the models of this field on this machine: {@code starling bench engine}.
 *
 * <p>CPU time of one thread, medians after a warm-up; a step is gradient and plain SGD on one batch.
 */
public final class ZooBenchmark {
    private static final int EVALUATION_BATCH = 64;

    /** One line of the table: a model on the samples of its usual data set, in batches of the size usual for it. */
    public record Case(Model.Factory factory, SampleShape shape, int batchSize) {
        public Network network(KernelSet set) {
            return (Network) factory.create(new KernelsOnly(set), shape);
        }

        /** Made-up samples, the same every time. */
        public Batch batch(int size) {
            KeyedRandom random = KeyedRandom.of(1, factory.name());
            Batch batch = new Batch(size, shape.size());
            for (int i = 0; i < batch.features.length; i++) {
                batch.features[i] = shape.vocabulary() > 0 ? random.nextInt(shape.vocabulary()) : (float) random.nextGaussian();
            }
            for (int n = 0; n < size; n++) {
                batch.targets[n] = random.nextInt(shape.classes());
            }
            batch.size = size;
            return batch;
        }

        @Override
        public String toString() {
            return factory.name() + ", " + batchSize;
        }
    }

    /** Every key at its default, but for the kernels. */
    private record KernelsOnly(KernelSet set) implements Settings {
        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(Key<T> key) {
            return key == ZooKeys.KERNELS ? (T) set.label() : key.defaultValue();
        }

        @Override
        public boolean has(Key<?> key) {
            return key == ZooKeys.KERNELS || key.defaultValue() != null;
        }
    }

    private ZooBenchmark() {
    }

    public static List<Case> cases() {
        return List.of(
            new Case(new Logistic(), SampleShape.image(1, 28, 28, 10), 16),
            new Case(new Mlp(), SampleShape.image(1, 28, 28, 10), 16),
            new Case(new QuickstartCnn(), SampleShape.image(1, 28, 28, 10), 16),
            new Case(new GnLeNet(), SampleShape.image(3, 32, 32, 10), 8),
            new Case(new FemnistCnn(), SampleShape.image(1, 28, 28, 62), 16),
            new Case(new CelebaCnn(), SampleShape.image(3, 84, 84, 2), 8),
            new Case(new ShakespeareLstm(), SampleShape.tokens(80, 92, 92), 8));
    }

    /** Measures every case for about this long and hands out the table, line by line as it comes. */
    public static void run(KernelSet set, Duration perCase, Consumer<String> lines) {
        double peak = PeakSpeed.gigaflops(set);
        lines.accept(String.format(Locale.ROOT, "Kernels: %s (%s); peak of one thread: %.0f GFLOP/s", set.label(), set.state().reason(), peak));
        lines.accept(String.format("%-18s %5s %10s %10s %9s %8s %14s", "model", "batch", "parameters", "ms/step", "GFLOP/s", "of peak", "eval us/sample"));
        for (Case c : cases()) {
            Network network = c.network(set);
            double step = step(network, c, perCase);
            double evaluation = evaluation(network, c, perCase.dividedBy(3));
            double speed = network.trainingFlops() * (double) c.batchSize / step;
            lines.accept(String.format(Locale.ROOT, "%-18s %5d %,10d %10.3f %9.1f %7.0f%% %14.1f", c.factory.name(), c.batchSize,
                network.parameterCount(), step / 1e6, speed, 100 * speed / peak, evaluation / 1e3 / EVALUATION_BATCH));
        }
    }

    /** CPU nanoseconds of a training step. */
    private static double step(Network network, Case c, Duration time) {
        float[] state = new float[network.stateCount()];
        float[] gradient = new float[network.parameterCount()];
        network.initialise(state, 1);
        Batch batch = c.batch(c.batchSize);
        Model.Workspace workspace = network.newWorkspace(c.batchSize);
        return median(time, () -> {
            network.gradient(state, gradient, batch, workspace, 1);
            for (int i = 0; i < gradient.length; i++) {
                state[i] -= 1e-3f * gradient[i];
            }
        });
    }

    /** CPU nanoseconds of the evaluation of a batch. */
    private static double evaluation(Network network, Case c, Duration time) {
        float[] state = new float[network.stateCount()];
        network.initialise(state, 1);
        Batch batch = c.batch(EVALUATION_BATCH);
        Model.Workspace workspace = network.newWorkspace(EVALUATION_BATCH);
        Score score = new Score(c.shape.classes());
        return median(time, () -> network.score(state, batch, workspace, score));
    }

    /** The median of the second half; short work is repeated, as the clock of CPU time ticks in microseconds. */
    private static double median(Duration time, Runnable work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Double> nanos = new ArrayList<>();
        int repetitions = 1;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end || nanos.size() < 4) {
            long start = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < repetitions; i++) {
                work.run();
            }
            long taken = threads.getCurrentThreadCpuTime() - start;
            if (taken < 500_000 && repetitions < 1 << 20) {
                repetitions *= 2;
            } else {
                nanos.add((double) taken / repetitions);
            }
        }
        List<Double> warm = new ArrayList<>(nanos.subList(nanos.size() / 2, nanos.size()));
        warm.sort(null);
        return warm.get(warm.size() / 2);
    }
}
