package io.starling.node;

import io.starling.metrics.EvaluationRecord;
import io.starling.model.Score;
import io.starling.training.Evaluator;

/** Evaluates a node's own model on the test set, when it is time to. */
final class Evaluation {
    private final Node.Context context;
    private final RoundMeter meter;
    private final int rounds;
    private final int every;
    private final int batchSize;

    Evaluation(Node.Context context, RoundMeter meter) {
        this.context = context;
        this.meter = meter;
        rounds = context.settings().get(RunKeys.ROUNDS);
        every = context.settings().get(RunKeys.EVALUATE_EVERY);
        batchSize = context.settings().get(RunKeys.EVALUATION_BATCH);
    }

    void after(int round, float[] state) throws InterruptedException {
        int done = round + 1;
        boolean due = every > 0 && done % every == 0 || done == rounds;
        if (!due || context.test() == null) {
            return;
        }
        Evaluator.Result result = Evaluator.evaluate(context.model(), state, context.test(), batchSize, context.slots());
        Score score = result.score();
        context.metrics().evaluation(new EvaluationRecord(context.id(), context.incarnation(), done, meter.elapsedMillis(),
            score.meanLoss(), score.accuracyPercent(), score.rootMeanSquaredError(), score.samples(), result.computeNanos() / 1e6));
    }
}
