package io.starling.node;

import io.starling.config.NodeSet;
import io.starling.config.Settings;
import io.starling.dataset.Samples;
import io.starling.metrics.ClassRecord;
import io.starling.metrics.EvaluationRecord;
import io.starling.model.Score;
import io.starling.training.Evaluator;
import java.io.IOException;
import java.io.InterruptedIOException;

/** Evaluates a node's own model when it is time to, and hands it to who evaluates the mean of all. */
final class Evaluation {
    private final Node.Context context;
    private final RoundMeter meter;
    private final EvaluationSchedule schedule;
    private final boolean own;
    private final boolean averaged;
    private final boolean onTrain;
    private final boolean perClass;
    private final int batchSize;

    Evaluation(Node.Context context, RoundMeter meter) {
        this.context = context;
        this.meter = meter;
        Settings settings = context.settings();
        schedule = new EvaluationSchedule(settings);
        String mode = settings.get(EvaluationKeys.MODE);
        averaged = !mode.equals("local");
        own = !mode.equals("averaged") && isChosen(settings.get(EvaluationKeys.NODES), context.id());
        onTrain = settings.get(EvaluationKeys.TRAIN);
        perClass = settings.get(EvaluationKeys.PER_CLASS);
        batchSize = settings.get(EvaluationKeys.BATCH_SIZE);
    }

    private static boolean isChosen(String nodes, int node) {
        return nodes.equals("all") || NodeSet.parse(EvaluationKeys.NODES.name(), nodes).contains(node);
    }

    void after(int round, float[] state) throws InterruptedException {
        int done = round + 1;
        if (!schedule.isDue(done)) {
            return;
        }
        if (averaged) {
            handOver(done, state);
        }
        if (own) {
            evaluate(EvaluationRecord.TEST, context.test(), done, state);
            evaluate(EvaluationRecord.VALIDATION, context.validation(), done, state);
            if (onTrain) {
                evaluate(EvaluationRecord.TRAIN, context.train(), done, state);
            }
        }
    }

    /** A model that cannot be handed over is missing in the mean; that is no reason to end the training. */
    private void handOver(int done, float[] state) {
        try {
            context.snapshots().take(context.id(), done, state);
        } catch (InterruptedIOException e) {
            // The file system has taken the interrupt for itself; it was meant for the node.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            meter.failure("unsent", -1, 0, "the model after " + done + " rounds could not be handed over for averaging: " + e.getMessage());
        }
    }

    private void evaluate(String part, Samples samples, int done, float[] state) throws InterruptedException {
        if (samples == null) {
            return;
        }
        Evaluator.Result result = Evaluator.evaluate(context.model(), state, samples, batchSize, context.slots());
        Score score = result.score();
        context.metrics().evaluation(new EvaluationRecord(context.id(), context.incarnation(), done, part, meter.elapsedMillis(),
            score.meanLoss(), score.accuracyPercent(), score.rootMeanSquaredError(), score.samples(), result.computeNanos() / 1e6));
        if (perClass) {
            for (int label = 0; label < samples.shape().classes(); label++) {
                context.metrics().classAccuracy(new ClassRecord(context.id(), done, part, label, score.samples(label), score.accuracyPercent(label)));
            }
        }
    }
}
