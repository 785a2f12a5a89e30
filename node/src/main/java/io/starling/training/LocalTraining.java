package io.starling.training;

import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.model.Model;
import io.starling.random.KeyedRandom;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * One node's local training: some mini-batch steps a round, on its own samples.
 *
 * <p>Everything drawn at random is a function of (seed, node, round), so two runs take the same steps, and so does a node
 * that restarts in the middle with its state and {@link Optimizer#memory()} restored.
 */
public final class LocalTraining {
    private final Model model;
    private Samples samples;
    private final Optimizer optimizer;
    private BatchOrder batches;
    private final long seed;
    private final int node;
    private final int batchSize;
    private final StepPlan plan;
    private final double rate;
    private final Schedule schedule;
    private final GradientClipping clipping;
    private final boolean resets;
    private final int[] chosen;
    private float[] drift;

    /**
     * What a round's training was like.
     *
     * @param meanLoss     over the round's steps; NaN if there were none
     * @param samples      drawn, steps × batch size
     * @param computeNanos holding a compute slot
     * @param waitNanos    waiting for one
     * @param cpuNanos     of this thread, while computing
     */
    public record Result(double meanLoss, int steps, int samples, long computeNanos, long waitNanos, long cpuNanos) {
    }

    public LocalTraining(Model model, Samples samples, Settings settings, long seed, int node) {
        if (samples.count() == 0) {
            throw new UserError("Node " + node + " has no training samples; use fewer nodes, or a partition that leaves none empty.");
        }
        this.model = model;
        this.samples = samples;
        this.seed = seed;
        this.node = node;
        batchSize = Math.min(settings.get(TrainingKeys.BATCH_SIZE), samples.count());
        plan = StepPlan.of(settings, samples.count(), batchSize);
        rate = settings.get(TrainingKeys.LEARNING_RATE);
        schedule = new Schedule(settings);
        clipping = new GradientClipping(settings.get(TrainingKeys.CLIP_NORM), settings.get(TrainingKeys.CLIP_VALUE));
        resets = settings.get(TrainingKeys.RESET_OPTIMIZER);
        String name = settings.get(TrainingKeys.OPTIMIZER);
        optimizer = Modules.find(Optimizer.Factory.class, TrainingKeys.OPTIMIZER, name).create(settings, model.parameterCount());
        batches = new BatchOrder(seed, node, samples.count());
        chosen = new int[batchSize];
    }

    /** Refuses settings that contradict each other, before there are any samples. */
    public static void check(Settings settings) {
        StepPlan.of(settings, 1, 1);
    }

    /** Its memory belongs into a checkpoint of the node. */
    public Optimizer optimizer() {
        return optimizer;
    }

    /** Trains on these from now on; the number of steps a round stays. */
    public void use(Samples more) {
        samples = more;
        batches = new BatchOrder(seed, node, more.count());
    }

    /** Adds this to every gradient from now on; null: nothing. */
    public void addToGradients(float[] more) {
        drift = more;
    }

    /** The sum of the learning rates of a round's steps: how far plain SGD goes for a constant gradient of length 1. */
    public float rateSum(int round) {
        return plan.in(round) * (float) (rate * schedule.at(round));
    }

    /** Makes the round's steps on the state, holding a compute slot. */
    public Result train(float[] state, int round, ComputeSlots slots) throws InterruptedException {
        int steps = plan.in(round);
        if (steps == 0) {
            return new Result(Double.NaN, 0, 0, 0, 0, 0);
        }
        long asked = System.nanoTime();
        try (ComputeSlots.Slot slot = slots.acquire()) {
            long started = System.nanoTime();
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long cpu = threads.getCurrentThreadCpuTime();
            double loss = steps(state, round, steps, slot);
            return new Result(loss / steps, steps, steps * batchSize, System.nanoTime() - started, started - asked,
                threads.getCurrentThreadCpuTime() - cpu);
        }
    }

    private double steps(float[] state, int round, int steps, ComputeSlots.Slot slot) {
        ComputeSlots.Scratch scratch = slot.scratch(model, batchSize, samples.shape().size());
        float roundRate = (float) (rate * schedule.at(round));
        if (resets) {
            optimizer.reset();
        }
        double loss = 0;
        for (int step = 0; step < steps; step++) {
            long batch = plan.before(round) + step;
            batches.draw(batch * batchSize, chosen, batchSize);
            samples.fill(scratch.batch(), chosen, 0, batchSize);
            long key = KeyedRandom.key(seed, "step", node, batch);
            float batchLoss = model.gradient(state, scratch.gradient(), scratch.batch(), scratch.workspace(), key);
            if (!Float.isFinite(batchLoss)) {
                throw new DivergedException(node, round, step, batchLoss, roundRate);
            }
            for (int i = 0; drift != null && i < model.parameterCount(); i++) {
                scratch.gradient()[i] += drift[i];
            }
            clipping.apply(scratch.gradient(), model.parameterCount());
            optimizer.step(state, scratch.gradient(), model.parameterCount(), roundRate);
            loss += batchLoss;
        }
        return loss;
    }
}
