package io.starling.training;

import io.starling.config.Settings;
import io.starling.config.UserError;

/**
 * How many mini-batch steps a node makes in each round: a fixed number; whole epochs, that is all its samples so many times; or as
 * many as make one epoch in {@code r} rounds, so that {@code r} communication rounds go through the data once on every node,
 * however much of it each has.
 */
final class StepPlan {
    private final long stepsPerPeriod;
    private final int roundsPerPeriod;

    private StepPlan(long stepsPerPeriod, int roundsPerPeriod) {
        this.stepsPerPeriod = stepsPerPeriod;
        this.roundsPerPeriod = roundsPerPeriod;
    }

    /**
     * @param samples   that the node has
     * @param batchSize that it uses
     */
    static StepPlan of(Settings settings, int samples, int batchSize) {
        int epochs = settings.get(TrainingKeys.LOCAL_EPOCHS);
        int rounds = settings.get(TrainingKeys.ROUNDS_PER_EPOCH);
        if (epochs > 0 && rounds > 0) {
            throw new UserError("training.local-epochs = " + epochs + " and training.rounds-per-epoch = " + rounds + " exclude each other: set one of them to 0.");
        }
        long epoch = (samples + batchSize - 1L) / batchSize;
        if (epochs > 0) {
            return new StepPlan(Math.multiplyExact(epoch, (long) epochs), 1);
        }
        return rounds > 0 ? new StepPlan(epoch, rounds) : new StepPlan(settings.get(TrainingKeys.LOCAL_STEPS), 1);
    }

    /** Steps made before a round. A round's share of an epoch is rounded so that none is lost over the epoch. */
    long before(int round) {
        return round / roundsPerPeriod * stepsPerPeriod + round % roundsPerPeriod * stepsPerPeriod / roundsPerPeriod;
    }

    int in(int round) {
        return Math.toIntExact(before(round + 1) - before(round));
    }
}
