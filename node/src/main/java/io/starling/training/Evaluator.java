package io.starling.training;

import io.starling.dataset.Samples;
import io.starling.engine.ComputeSlots;
import io.starling.model.Model;
import io.starling.model.Score;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Scores a state on a test set.
 *
 * <p>A whole test set takes as long as many rounds of training, so the compute slot is given back after every
 * {@link #SAMPLES_PER_TURN} samples: nodes that wait for it, in the order in which they asked, get theirs in between.
 */
public final class Evaluator {
    private static final int SAMPLES_PER_TURN = 1024;

    private Evaluator() {
    }

    /** A score with what it took; times as in {@link LocalTraining.Result}. */
    public record Result(Score score, long computeNanos, long waitNanos, long cpuNanos) {
    }

    public static Result evaluate(Model model, float[] state, Samples test, int batchSize, ComputeSlots slots) throws InterruptedException {
        Score score = new Score(test.shape().classes());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long compute = 0;
        long wait = 0;
        long cpu = 0;
        for (int from = 0; from < test.count(); from += SAMPLES_PER_TURN) {
            long asked = System.nanoTime();
            try (ComputeSlots.Slot slot = slots.acquire()) {
                long started = System.nanoTime();
                long cpuStarted = threads.getCurrentThreadCpuTime();
                turn(model, state, test, from, Math.min(from + SAMPLES_PER_TURN, test.count()), batchSize, slot, score);
                wait += started - asked;
                compute += System.nanoTime() - started;
                cpu += threads.getCurrentThreadCpuTime() - cpuStarted;
            }
        }
        return new Result(score, compute, wait, cpu);
    }

    private static void turn(Model model, float[] state, Samples test, int from, int to, int batchSize, ComputeSlots.Slot slot, Score score) {
        ComputeSlots.Scratch scratch = slot.scratch(model, batchSize, test.shape().size());
        for (int at = from; at < to; at += batchSize) {
            test.fill(scratch.batch(), at, Math.min(batchSize, to - at));
            model.score(state, scratch.batch(), scratch.workspace(), score);
        }
    }
}
